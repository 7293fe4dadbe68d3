import { createDevnet, fixture } from 'preconf'
import { parseAbi } from 'viem'
import { expect, test } from 'vitest'

const abi = parseAbi([
  'function allowance(address owner, address spender) view returns (uint256)',
  'function approve(address spender, uint256 value) returns (bool)',
])

const payments = fixture({
  accounts: { alice: {}, bob: {} },
  contracts: {
    usdc: { artifact: 'preconf/fixtures/Token.json', args: ['USD Coin', 'USDC', '1000e6'] },
  },
})

const approved = fixture({ needs: { payments } }, async ({ devnet, payments }) => {
  const { walletClient } = await devnet.clients()
  const { contracts, accounts } = payments
  await walletClient.writeContract({
    address: contracts.usdc.address,
    abi,
    functionName: 'approve',
    args: [accounts.bob.address, 50n],
  })
  await devnet.seal()
  return payments
})

test('each is there with what it needs, whatever was loaded before', async () => {
  await using devnet = await createDevnet()
  const { publicClient } = await devnet.clients()
  for (const [state, allowance] of [
    [approved, 50n],
    [payments, 0n],
    [approved, 50n],
  ] as const) {
    const { accounts, contracts } = await devnet.loadFixture(state)
    const args = [accounts.alice.address, accounts.bob.address] as const
    const { address } = contracts.usdc
    const call = { address, abi, functionName: 'allowance', args } as const
    expect(await publicClient.readContract(call)).toBe(allowance)
  }
})
