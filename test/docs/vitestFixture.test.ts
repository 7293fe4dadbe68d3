import artifact from 'preconf/fixtures/Token.json' with { type: 'json' }
import { devnetTest, fixture } from 'preconf/vitest'
import { type Hex, parseAbi } from 'viem'

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const abi = parseAbi([
  'constructor(string name, string symbol, uint256 supply)',
  'function balanceOf(address account) view returns (uint256)',
  'function transfer(address to, uint256 value) returns (bool)',
])

// Runs once in each worker, when the first test wants it.
const deployed = fixture(async ({ devnet }) => {
  const { walletClient, publicClient } = await devnet.clients()
  const bytecode = artifact.bytecode as Hex
  const args = ['Test', 'TST', 1000n] as const
  const hash = await walletClient.deployContract({ abi, bytecode, args })
  const { contractAddress } = await publicClient.waitForTransactionReceipt({ hash })
  if (!contractAddress) throw new Error('the token was not deployed')
  return { token: { address: contractAddress, abi } }
})

const test = devnetTest({ use: deployed, mining: 'manual' })

test('the transfer shows when it is pre-confirmed', async ({
  chain,
  token,
  walletClient,
  publicClient,
  expect,
}) => {
  const transfer = { ...token, functionName: 'transfer', args: [bob, 5n] } as const
  const hash = await walletClient.writeContract(transfer)
  await chain.flashblock()
  await expect(hash).toBePreconfirmed({ index: 1 })
  await expect(hash).toChangeTokenBalance(token, bob, 5n)

  chain.faults.inject({ kind: 'dropAtSeal' })
  await chain.seal()
  await expect(hash).not.toBeSealed()
  const balance = { ...token, functionName: 'balanceOf', args: [bob] } as const
  expect(await publicClient.readContract(balance)).toBe(0n)
})
