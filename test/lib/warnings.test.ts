import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const warnings: string[] = []
const keep = ({ name, message }: Error) => warnings.push(`${name}: ${message}`)

// Other files of this process may have had warnings before: a new program has had none.
vi.resetModules()
const { createDevnet, defineScenario } = await import('../../src/index.ts')

beforeAll(() => {
  process.on('warning', keep)
})

afterAll(() => {
  process.off('warning', keep)
})

/** The warnings that `task` causes; Node emits them in the next tick. */
async function warningsOf(task: () => Promise<unknown>): Promise<readonly string[]> {
  warnings.length = 0
  await task()
  await new Promise((resolve) => setImmediate(resolve))
  return [...warnings]
}

const still = { clock: 'manual', mining: 'manual' } as const
const reason = 'write the unit too, as a number alone counts differently elsewhere'

test('values with units need no warning, nor do those of the node that is imitated', async () => {
  const clear = { blockTime: '2s', balance: '10 ether', baseFee: '5 gwei', minGasPrice: 5 } as const
  const fixture = {
    accounts: { alice: { balance: 5n } },
    mine: { blocks: 2, interval: '12s' },
  } as const
  expect(
    await warningsOf(async () => {
      await using _clear = await createDevnet({ ...still, ...clear, flashblockTime: 200, fixture })
      await using _peer = await createDevnet({ compat: 'anvil', blockTime: 2, balance: 10 })
    }),
  ).toEqual([])
})

test('a number without a unit is understood as before, with one warning a process', async () => {
  const fixture = {
    accounts: { alice: { balance: 5 } },
    mine: { blocks: 2, interval: 12 },
  } as const
  const start = async () => {
    await using devnet = await createDevnet({ ...still, blockTime: 2, balance: 10n, fixture })
    await devnet.listen({ port: 0, chainIdleTime: 60 })
    const balanceOf = (account: string) =>
      devnet.provider.request({ method: 'eth_getBalance', params: [account, 'latest'] })
    const { alice } = devnet.fixture.accounts
    expect(await balanceOf(devnet.accounts[1]?.address ?? '')).toBe('0x8ac7230489e80000')
    expect(await balanceOf(alice.address)).toBe('0x5')
  }
  expect([...(await warningsOf(start))].sort()).toEqual([
    `PreconfWarning: balance 10 is read as 10 ether: ${reason}`,
    `PreconfWarning: blockTime 2 is read as 2s: ${reason}`,
    `PreconfWarning: chainIdleTime 60 is read as 60s: ${reason}`,
    `PreconfWarning: fixture: accounts.alice.balance 5 is read as 5 wei: ${reason}`,
    `PreconfWarning: fixture: mine.interval 12 is read as 12s: ${reason}`,
  ])
  expect(await warningsOf(start)).toEqual([])
})

test('so it is in a scenario, which reads a block time in milliseconds', async () => {
  await using devnet = await createDevnet(still)
  const scenario = defineScenario({
    steps: [{ cadence: { blockTime: 500 } }, { mine: { blocks: 1, interval: '3s' } }],
  })
  expect(await warningsOf(() => devnet.play(scenario))).toEqual([
    `PreconfWarning: scenario: steps[0] cadence.blockTime 500 is read as 500ms: ${reason}`,
  ])
})
