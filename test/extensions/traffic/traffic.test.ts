import { describe, expect, test } from 'vitest'
import { networkNames } from '../../../src/extensions/networks/records.ts'
import { trafficKinds } from '../../../src/extensions/traffic/plan.ts'
import {
  createDevnet,
  type Hex,
  type PreconfDevnet,
  type TrafficChoice,
} from '../../../src/index.ts'

const clock = 'manual'

interface Head {
  readonly hash: string
  readonly number: string
  readonly gasUsed: string
  readonly gasLimit: string
  readonly baseFeePerGas: string
  readonly transactions: readonly { readonly from: string; readonly type: string }[]
}

function block(devnet: PreconfDevnet, number: number | 'latest'): Promise<Head> {
  const params = [typeof number === 'number' ? `0x${number.toString(16)}` : number, true]
  return devnet.provider.request({ method: 'eth_getBlockByNumber', params })
}

/** All blocks after genesis. */
async function blocks(devnet: PreconfDevnet): Promise<readonly Head[]> {
  const count = Number((await block(devnet, 'latest')).number)
  return Promise.all(Array.from({ length: count }, (_, index) => block(devnet, index + 1)))
}

function total(values: object): number {
  return Object.values(values).reduce((sum, value) => sum + value, 0)
}

function averageFill(sealed: readonly Head[]): number {
  const shares = sealed.map(({ gasUsed, gasLimit }) => Number(gasUsed) / Number(gasLimit))
  return total(shares) / shares.length
}

test('rate, mix and fill are within 5 % of what was asked over 1,000 blocks', async () => {
  const mix = { transfer: 40, token: 20, swap: 20, mint: 10, revert: 10 }
  const traffic = { rate: 10, burst: 1, fill: 0.4, mix, maxBaseFee: 10n ** 40n }
  const mining = { mining: 'interval', blockTime: '250ms' } as const
  await using devnet = await createDevnet({ clock, traffic, ...mining })
  await devnet.clock.advance(250_000)
  const { sent, seconds, mix: shares, leftOut, refused } = await devnet.traffic.stats()
  expect({ seconds, leftOut, refused }).toEqual({ seconds: 250, leftOut: 0, refused: 0 })
  expect(Math.abs(total(sent) / (traffic.rate * seconds) - 1)).toBeLessThan(0.05)
  for (const kind of trafficKinds) {
    expect(Math.abs(sent[kind] / total(sent) - shares[kind]), kind).toBeLessThan(0.05 * 0.4)
  }
  const sealed = await blocks(devnet)
  expect(sealed).toHaveLength(1000)
  expect(Math.abs(averageFill(sealed) / traffic.fill - 1)).toBeLessThan(0.05)
})

describe('equal runs', () => {
  const cases = [
    ['flashblocks', 'busy'],
    ['interval', 'mint'],
  ] as const

  test.each(cases)(
    'with %s and %s have equal hashes, and so has one that was restored',
    async (mining, traffic) => {
      const hashes: string[] = []
      const note = async (devnet: PreconfDevnet) =>
        hashes.push((await block(devnet, 'latest')).hash)
      for (let run = 0; run < 2; run++) {
        await using devnet = await createDevnet({ clock, mining, traffic })
        await devnet.clock.advance(6000)
        const checkpoint = await devnet.checkpoint()
        await devnet.clock.advance(8000)
        await note(devnet)
        await devnet.restore(checkpoint)
        await devnet.clock.advance(8000)
        await note(devnet)
      }
      expect(new Set(hashes).size).toBe(1)
    },
  )

  test('have other hashes with another seed', async () => {
    const hashes = new Set<string>()
    for (const seed of ['one', 2]) {
      await using devnet = await createDevnet({
        clock,
        traffic: { preset: 'quiet', rate: 5, seed },
      })
      await devnet.clock.advance(4000)
      hashes.add((await block(devnet, 'latest')).hash)
    }
    expect(hashes.size).toBe(2)
  })
})

test.each(networkNames)('%s has traffic, and no transaction is refused', async (network) => {
  const traffic = { preset: 'busy', rate: 6, fill: 0.2 } as const
  await using devnet = await createDevnet({ clock, network, traffic, blockTime: undefined })
  const errors: unknown[] = []
  devnet.on('error', (error) => errors.push(error))
  await devnet.clock.advance(3 * Math.max(1000, devnet.cadence.blockMs))
  const { refused, sent, filled } = await devnet.traffic.stats()
  expect({ refused, errors }).toEqual({ refused: 0, errors: [] })
  expect(total(sent)).toBeGreaterThan(4)
  expect(filled).toBeGreaterThan(0)
  const sealed = await blocks(devnet)
  expect(Math.abs(averageFill(sealed) - 0.2)).toBeLessThan(0.05)
})

test('old rules have legacy transactions', async () => {
  await using devnet = await createDevnet({ clock, traffic: 'busy', hardfork: 'berlin' })
  await devnet.clock.advance(4000)
  const { transactions } = await block(devnet, 'latest')
  expect(transactions.length).toBeGreaterThan(5)
  expect(new Set(transactions.map(({ type }) => type))).toEqual(new Set(['0x0']))
  expect(await devnet.traffic.stats()).toMatchObject({ refused: 0 })
})

test('a pool that no block empties does not grow without end', async () => {
  const traffic = { preset: 'congested', backlog: 60 } as const
  await using devnet = await createDevnet({ clock, mining: 'manual', traffic })
  await devnet.clock.advance(60_000)
  const { waiting, leftOut } = await devnet.traffic.stats()
  expect(waiting).toBe(60)
  expect(leftOut).toBeGreaterThan(500)
  await devnet.seal()
  expect((await block(devnet, 'latest')).transactions.length).toBeGreaterThan(20)
})

test('a transaction that tips little waits while blocks are full', async () => {
  await using devnet = await createDevnet({ clock, mining: 'interval', traffic: 'congested' })
  await devnet.clock.advance(6000)
  const [from] = devnet.accounts.map(({ address }) => address)
  const fees = { maxPriorityFeePerGas: '0x1', maxFeePerGas: '0x2540be400' }
  const hash = await devnet.provider.request({
    method: 'eth_sendTransaction',
    params: [{ from, to: from, gas: '0x5208', ...fees }],
  })
  await devnet.clock.advance(6000)
  expect(devnet.transaction(hash).status).toBe('pooled')
  expect(Number((await block(devnet, 'latest')).baseFeePerGas)).toBeGreaterThan(1.5e9)
})

test('strangers replace their transactions', async () => {
  const traffic = { preset: 'congested', replace: 0.5 } as const
  await using devnet = await createDevnet({ clock, mining: 'interval', traffic })
  const reasons = new Set<string>()
  devnet.on('dropped', ({ reason }) => reasons.add(reason))
  await devnet.clock.advance(10_000)
  expect((await devnet.traffic.stats()).replaced).toBeGreaterThan(20)
  expect([...reasons]).toEqual(['replaced'])
})

test('is set, seen and ended over JSON-RPC', async () => {
  await using devnet = await createDevnet({ clock, mining: 'interval' })
  const ask = (method: string, params: readonly unknown[] = []) =>
    devnet.provider.request({ method, params })
  expect(await ask('preconf_traffic')).toMatchObject({ isOn: false, rate: 0 })
  expect(await ask('preconf_setTraffic', ['quiet,rate=10'])).toMatchObject({ isOn: true, rate: 10 })
  await devnet.clock.advance(4000)
  const { sent } = (await ask('preconf_traffic')) as { readonly sent: object }
  expect(total(sent)).toBeGreaterThan(20)
  expect(await ask('preconf_setTraffic', ['off'])).toMatchObject({ isOn: false })
  await devnet.clock.advance(2000)
  await devnet.clock.advance(4000)
  expect((await block(devnet, 'latest')).transactions).toEqual([])
  await expect(ask('preconf_setTraffic', [{ rate: -1 }])).rejects.toMatchObject({
    code: -32602,
    message: 'invalid traffic.rate -1: give a number from 0 to 2000',
  })
})

test('names strangers and their contracts', async () => {
  await using devnet = await createDevnet({ clock, traffic: 'quiet' })
  const names = Object.values(devnet.fixture.labels)
  expect(names).toContain('trader 12')
  expect(names).toContain('traffic exchange')
})

test('goes on in a fork, and is placed again after a reset', async () => {
  await using devnet = await createDevnet({ clock, mining: 'interval', traffic: 'busy' })
  await devnet.clock.advance(4000)
  await using fork = await devnet.fork()
  await fork.clock.advance(4000)
  expect((await block(fork, 'latest')).transactions.length).toBeGreaterThan(5)
  await devnet.reset()
  await devnet.clock.advance(4000)
  expect((await block(devnet, 'latest')).transactions.length).toBeGreaterThan(5)
})

describe('is refused', () => {
  const refused: readonly (readonly [TrafficChoice, string])[] = [
    ['bussy', "invalid traffic 'bussy': give"],
    ['busy,rate', "invalid traffic 'busy,rate': give"],
    [{ rate: 2001 }, 'invalid traffic.rate 2001: give a number from 0 to 2000'],
    [{ fill: -0.1 }, 'invalid traffic.fill -0.1: give a number from 0 to 4'],
    [{ mix: {} }, 'invalid traffic.mix'],
    [{ mix: { swaps: 1 } as never }, "invalid traffic.mix 'swaps': there is no such field"],
    [{ tip: [2, 1] }, 'give the lowest first'],
    [{ tip: ['much', 1] }, "invalid traffic.tip 'much'"],
    [{ senders: 1001 }, 'invalid traffic.senders 1001'],
    [{ speed: 1 } as never, "invalid traffic 'speed': there is no such field"],
  ]

  test.each(refused)('%j', async (traffic, message) => {
    await expect(createDevnet({ clock, traffic })).rejects.toThrow(message)
  })

  test('where each transaction would be a block', async () => {
    const choice = { clock, mining: 'auto', traffic: 'busy' } as const
    await expect(createDevnet(choice)).rejects.toThrow(
      "with mining 'auto' each transaction would be a block: choose mining flashblocks, interval or manual",
    )
  })

  test('but only held when automining is switched on later', async () => {
    await using devnet = await createDevnet({ clock, mining: 'interval', traffic: 'busy' })
    await devnet.setCadence({ mining: 'auto' })
    await devnet.clock.advance(4000)
    expect((await devnet.traffic.stats()).held).toContain('each transaction would be a block')
    await devnet.setCadence({ mining: 'interval' })
    await devnet.clock.advance(4000)
    expect(await devnet.traffic.stats()).toMatchObject({ held: undefined })
    expect((await block(devnet, 'latest')).transactions.length).toBeGreaterThan(5)
  })
})

test("swaps go to a fixture's exchange, whose price they move", async () => {
  const fixture = 'fixtures/dex.yaml'
  const traffic = { preset: 'crash', fill: 0 } as const
  await using devnet = await createDevnet({ clock, mining: 'interval', fixture, traffic })
  const { exchange, dai } = devnet.fixture.contracts as Record<string, { readonly address: Hex }>
  const read = async (to: Hex | undefined, data: string) => {
    const params = [{ to, data }, 'latest']
    return BigInt(await devnet.provider.request({ method: 'eth_call', params }))
  }
  const [before, other] = [await read(exchange?.address, '0x443cb4bc'), '0x5a76f25e']
  const otherBefore = await read(exchange?.address, other)
  await devnet.clock.advance(20_000)
  const after = await read(exchange?.address, '0x443cb4bc')
  const otherAfter = await read(exchange?.address, other)
  expect(after * otherBefore).toBeLessThan((before * otherAfter * 99n) / 100n)
  // Strangers have as much as the exchange each, so the supply is still a number that people read.
  expect(await read(dai?.address, '0x18160ddd')).toBe(
    (10_000_000n + 300n * 3_000_000n) * 10n ** 18n,
  )
  expect(await devnet.traffic.stats()).toMatchObject({ refused: 0 })
  expect(Object.values(devnet.fixture.labels)).not.toContain('traffic exchange')
})
