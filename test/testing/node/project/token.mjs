import { readFileSync } from 'node:fs'
import { createWalletClient, custom, getAddress, publicActions } from 'viem'

const { abi, bytecode } = JSON.parse(readFileSync(new URL('Token.json', import.meta.url), 'utf8'))

/** A client of viem for a chain, a token on it, and how to send that. */
export async function setUp(chain) {
  const [alice, bob] = chain.accounts.map(({ address }) => getAddress(address))
  const client = createWalletClient({
    account: alice,
    chain: chain.viemChain,
    transport: custom(chain.provider, { retryCount: 0 }),
  }).extend(publicActions)
  const hash = await client.deployContract({ abi, bytecode, args: ['Token', 'TKN', 1_000n] })
  const { contractAddress } = await client.getTransactionReceipt({ hash })
  const token = { abi, address: contractAddress }
  const transfer = (amount, gas) =>
    client.writeContract({ ...token, functionName: 'transfer', args: [bob, amount], gas })
  return { alice, bob, client, token, transfer }
}
