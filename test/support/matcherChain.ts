import { BrowserProvider, Contract } from 'ethers'
import { createWalletClient, custom, defineChain, type Hex, publicActions } from 'viem'
import { expect } from 'vitest'
import { useChain } from '../../src/testing/matchers/chains.ts'
import { vitestMatchers } from '../../src/testing/matchers/vitestMatchers.ts'
import type { DevnetOptions } from '../../src/types/options/options.ts'
import { testDevnet } from './testDevnet.ts'
import { tokenAbi, tokenBytecode } from './token.ts'

expect.extend(vitestMatchers(expect))

/**
 * A devnet that matchers know of, with a sealed token of which alice has 1,000, and a client of each
 * kind that sends from her account.
 */
export async function matcherChain(options: DevnetOptions = {}) {
  const devnet = await testDevnet(options)
  const [alice, bob, carol] = devnet.accounts.map(({ address }) => address) as [Hex, Hex, Hex]
  const client = createWalletClient({
    account: alice,
    chain: defineChain({
      id: devnet.chainId,
      name: 'devnet',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [] } },
      experimental_preconfirmationTime: 200,
    }),
    transport: custom(devnet.provider, { retryCount: 0 }),
  }).extend(publicActions)
  const deployment = await client.deployContract({
    abi: tokenAbi,
    bytecode: tokenBytecode,
    args: ['Token', 'TKN', 1_000n],
  })
  await devnet.seal()
  const { contractAddress } = await client.getTransactionReceipt({ hash: deployment })
  const token = { abi: tokenAbi, address: contractAddress as Hex } as const
  const network = { cacheTimeout: -1, staticNetwork: true }
  const provider = new BrowserProvider(devnet.provider, devnet.chainId, network)
  const signer = await provider.getSigner(alice)
  const ethersToken = new Contract(token.address, tokenAbi as never, signer)
  const release = useChain(devnet)
  return {
    devnet,
    deployment,
    alice,
    bob,
    carol,
    client,
    token,
    signer,
    ethersToken,
    /** Sends so much of the token from alice. */
    transfer: (to: Hex, amount: bigint, gas?: bigint) =>
      client.writeContract({ ...token, functionName: 'transfer', args: [to, amount], gas }),
    [Symbol.asyncDispose]: async () => {
      release()
      provider.destroy()
      await devnet[Symbol.asyncDispose]()
    },
  }
}

/** What an assertion says when it fails. Throws when it holds. */
export async function failureOf(assertion: () => unknown): Promise<string> {
  try {
    await assertion()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('the assertion holds')
}
