import { describe, expect, test } from 'vitest'
import { type Client, client } from '../../rpc/methods/client.ts'

const start = 1_767_225_600
const bpo1 = { target: 10, max: 15, baseFeeUpdateFraction: 8_346_193 }
const manual = { clock: 'manual', mining: 'manual', timestamp: start } as const

/** The hardfork and the blobs per block of the next block, at genesis and after each time. */
async function rulesAt(devnet: Client, times: readonly number[]) {
  const seen: unknown[] = []
  for (const time of times) {
    await devnet.ask('evm_setNextBlockTimestamp', time)
    await devnet.ask('evm_mine')
    const { current } = (await devnet.ask('eth_config')) as {
      current: { blobSchedule?: { max: number } }
    }
    const { hardFork } = (await devnet.ask('anvil_nodeInfo')) as { hardFork: string }
    seen.push([hardFork, current.blobSchedule?.max])
  }
  return seen
}

describe('hardforkSchedule', () => {
  test('brings hardforks at their times, in each form of a time', async () => {
    await using devnet = await client({
      ...manual,
      hardforkSchedule: {
        osaka: start + 12,
        bpo1: { time: String(start + 24), blobs: bpo1 },
        amsterdam: new Date((start + 36) * 1000),
      },
    })
    const { next } = (await devnet.ask('eth_config')) as { next: { activationTime: number } }
    expect(next.activationTime).toBe(start + 12)
    expect(await rulesAt(devnet, [start + 1, start + 12, start + 24, start + 36])).toEqual([
      ['prague', 9],
      ['osaka', 9],
      ['bpo1', 15],
      ['amsterdam', 15],
    ])
  })

  test('begins with the hardfork given, and brings those left out with the next one', async () => {
    await using devnet = await client({
      ...manual,
      hardfork: 'shanghai',
      hardforkSchedule: `prague=${start + 12}`,
    })
    expect(await rulesAt(devnet, [start + 1, start + 12])).toEqual([
      ['shanghai', undefined],
      ['prague', 9],
    ])
  })

  test('stands in state files and in copies', async () => {
    const hardforkSchedule = JSON.stringify({ osaka: start + 12 })
    await using devnet = await client({ ...manual, hardforkSchedule })
    const state = await devnet.dumpState()
    await using copy = await devnet.fork()
    await using loaded = await client({ ...manual, loadState: state })
    for (const chain of [copy, loaded]) {
      const forkIds = await chain.provider.request({ method: 'eth_config' })
      expect(forkIds).toMatchObject({ next: { activationTime: start + 12 } })
    }
  })

  test("comes in place of a live chain's own", async () => {
    await using live = await client({ ...manual, hardfork: 'prague' })
    await live.ask('evm_mine')
    const upstream = { request: (request: never) => live.provider.request(request) }
    await using fork = await client({
      clock: 'manual',
      mining: 'manual',
      fork: upstream as never,
      hardforkSchedule: { amsterdam: start + 100 },
    })
    expect(await rulesAt(fork, [start + 50, start + 100])).toEqual([
      ['prague', 9],
      ['amsterdam', 9],
    ])
  })

  test.each([
    [{ osaka: 10, amsterdam: 5 }, 'amsterdam 5: give at least 10, the time of osaka'],
    [{ bpo1: 5 }, 'bpo1 5: give { time, blobs: { target, max, baseFeeUpdateFraction } }'],
    [{ bpo1: { time: 5, blobs: { ...bpo1, max: 3 } } }, 'blobs.target 10: give at most max'],
    [{ bpo1: { time: 5, blobs: { target: 5 } } }, 'bpo1.blobs.max undefined: give a number'],
    [{ osaka: { tim: 5 } }, "osaka 'tim': there is no such field; did you mean time?"],
    [{ osakaa: 5 }, "'osakaa': there is no such field; did you mean osaka?"],
    [{}, "{}: give a hardfork, such as { amsterdam: '2027-01-01' }"],
    [[], 'give an object of hardforks and their times'],
    ['osaka=soon', "osaka.time 'soon': give seconds since 1970 or a date"],
    ['{"osaka"', 'give JSON'],
  ])('refuses %j', async (hardforkSchedule, problem) => {
    await expect(client({ hardforkSchedule } as never)).rejects.toThrow(problem)
  })

  test.each([
    [{ hardfork: 'osaka' }, 'remove osaka: the chain begins with osaka'],
    [{ hardfork: 'london' }, 'give hardfork paris or a later one'],
    [{ network: 'op' }, 'remove it, as the network decides the rules'],
  ])('refuses it beside %j', async (options, problem) => {
    const hardforkSchedule = { osaka: start }
    await expect(client({ ...options, hardforkSchedule } as never)).rejects.toThrow(problem)
  })
})
