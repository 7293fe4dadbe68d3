import { createDevnet, defineFixture } from 'preconf'
import { createPublicClient, custom, parseAbi, parseUnits } from 'viem'
import { expect, test } from 'vitest'

const usdcAbi = parseAbi([
  'function balanceOf(address account) view returns (uint256)',
  'function transfer(address to, uint256 value) returns (bool)',
])

const payments = defineFixture({
  chain: { id: 8453, timestamp: '2026-03-01T00:00:00Z' },
  accounts: {
    alice: { balance: '100 ether' }, // the first of the mnemonic
    bob: {}, // the second
    whale: { address: '0x00000000000000000000000000000000000000AA', impersonate: true },
  },
  contracts: {
    usdc: {
      artifact: 'preconf/fixtures/Token.json',
      args: ['USD Coin', 'USDC', '1000000e6'],
      from: 'alice',
    },
  },
  txs: [{ from: 'alice', call: 'usdc.transfer', args: ['bob', '250e6'] }],
  mine: { blocks: 3, interval: '12s' },
})

test('bob has got 250 USDC', async () => {
  await using devnet = await createDevnet({ fixture: payments, clock: 'manual' })
  const client = createPublicClient({ transport: custom(devnet.provider) })

  // The compiler knows the names: contracts.usdt would be an error.
  const { accounts, contracts } = devnet.fixture
  const balance = await client.readContract({
    address: contracts.usdc.address,
    abi: usdcAbi,
    functionName: 'balanceOf',
    args: [accounts.bob.address],
  })
  expect(balance).toBe(parseUnits('250', 6))
})

test('equal fixtures give equal chains', async () => {
  await using one = await createDevnet({ mining: 'manual', fixture: payments })
  await using other = await createDevnet({ mining: 'manual', fixture: payments })
  const request = { method: 'eth_getBlockByNumber', params: ['latest', false] }
  const [head, same] = await Promise.all([
    one.provider.request(request),
    other.provider.request(request),
  ])
  expect(head.number).toBe('0x4')
  expect(same.hash).toBe(head.hash)
})
