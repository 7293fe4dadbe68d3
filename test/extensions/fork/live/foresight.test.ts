import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CountingProxy, startCountingProxy } from '../../../../scripts/bench/countingProxy.ts'
import { type LiveMarket, openMarket } from '../../../../scripts/bench/liveMarket.ts'
import type { Ask } from '../../../../scripts/bench/suiteTest.ts'
import type { PreconfDevnet } from '../../../../src/index.ts'
import { testDevnet } from '../../../support/testDevnet.ts'

const notTraced = ['debug_traceCall']
const bare = [...notTraced, 'eth_createAccessList', 'eth_getAccountInfo', 'eth_getStorageValues']

let upstream: PreconfDevnet & AsyncDisposable
let proxy: CountingProxy
let market: LiveMarket
/** Forks of one URL share what they know. */
let forks = 0

const asking =
  ({ provider }: PreconfDevnet): Ask =>
  (method, params) =>
    provider.request({ method, params } as never)

beforeAll(async () => {
  upstream = await testDevnet({ mining: 'auto', clock: 'real' })
  market = await openMarket(asking(upstream) as never)
  proxy = await startCountingProxy((await upstream.listen({ port: 0 })).url)
})
afterAll(async () => {
  proxy?.close()
  await upstream?.[Symbol.asyncDispose]()
})

describe.each([
  ['that traces calls', [], { read: 1, swap: 1 }],
  ['that gives access lists', notTraced, { read: 2, swap: 2 }],
  ['that tells nothing beforehand', bare, { read: 2, swap: 5 }],
] as const)('a fork of a node %s', (_, hidden, most) => {
  test.each(['read', 'swap'] as const)(
    'fetches what a %s reads in few round trips',
    async (call) => {
      proxy.reset(0, hidden)
      await using fork = await testDevnet({
        mining: 'auto',
        clock: 'real',
        fork: `${proxy.url}/?${++forks}`,
      })
      expect(proxy.traffic.exchanges).toBeLessThanOrEqual(2)
      proxy.reset(0, hidden)
      await asking(fork)('eth_call', [market[call], 'latest'])
      expect(proxy.traffic.serial).toBeLessThanOrEqual(most[call])
    },
  )
})

describe('a cassette', () => {
  const folder = mkdtempSync(join(tmpdir(), 'preconf-foresight-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  /** Makes these calls on a fork of a node that lacks methods; gives what was recorded. */
  async function record(
    calls: readonly ('read' | 'swap')[],
    hidden: readonly string[],
    proofs: 'off' | 'required',
  ): Promise<string> {
    proxy.reset(0, hidden)
    const cassette = join(folder, `${++forks}.fork.jsonl`)
    const fork = await testDevnet({
      mining: 'auto',
      clock: 'manual',
      fork: { url: `${proxy.url}/?${forks}`, cassette, proofs },
    })
    for (const call of calls) await asking(fork)('eth_call', [market[call], 'latest'])
    await asking(fork)('eth_sendTransaction', [market.swap])
    await fork[Symbol.asyncDispose]()
    return cassette
  }

  test.each(['off', 'required'] as const)(
    'holds what was read and no guess, so that its bytes tell neither order nor node (proofs: %s)',
    async (proofs) => {
      const first = readFileSync(await record(['read', 'swap'], [], proofs), 'utf8')
      for (const hidden of [notTraced, bare]) {
        for (const calls of [['swap', 'read'], ['read']] as const) {
          expect(readFileSync(await record(calls, hidden, proofs), 'utf8')).toBe(first)
        }
      }
    },
  )

  test('has what a chain has read that is closed, while the one it was forked from stays open', async () => {
    proxy.reset(0)
    const place = mkdtempSync(join(folder, 'chains-'))
    const cassette = join(place, 'live.fork.jsonl')
    const url = `${proxy.url}/?${++forks}`
    await using base = await testDevnet({ mining: 'auto', fork: { url, cassette } })
    for (const call of ['read', 'swap'] as const) {
      const [one, other] = [await base.fork(), await base.fork()]
      await Promise.all(
        [one, other].map((chain) => asking(chain)('eth_call', [market[call], 'latest'])),
      )
      await one.close()
      await other.close()
      expect(readdirSync(place)).toEqual(['live.fork.jsonl'])
      await using replay = await testDevnet({ mining: 'auto', fork: { cassette } })
      await asking(replay)('eth_call', [market[call], 'latest'])
    }
  })

  test('names offline what a run needs, and no guess', async () => {
    const cassette = await record(['swap'], bare, 'off')
    const asked = { ...market.swap, from: market.swap.to }
    await using whole = await testDevnet({ fork: { cassette } })
    const requests = proxy.traffic.requests
    await asking(whole)('eth_call', [market.swap, 'latest'])
    expect(whole.forkInfo).toMatchObject({ offline: true, requests: 0, missing: [] })
    // Somebody else has other balances, of which the first one that is read is missing.
    const error = (await asking(whole)('eth_call', [asked, 'latest']).catch(
      (error: unknown) => error,
    )) as Error
    expect(error.message).toMatch(
      /the fork is offline and .* lacks slot 0x\w{60,} of 0x\w{40} at block/,
    )
    expect(whole.forkInfo?.missing).toEqual([expect.stringMatching(/^slot 0x\w{60,} of 0x/)])
    expect(proxy.traffic.requests).toBe(requests)
    // One slot less: that one is named, though the run would miss others after it.
    const lines = readFileSync(cassette, 'utf8').split('\n')
    const lacking = lines.map((line) => line.replace(/"0x0":"0x1e",?/, ''))
    expect(lacking).not.toEqual(lines)
    writeFileSync(cassette, lacking.join('\n'))
    await using less = await testDevnet({ fork: { cassette } })
    await expect(asking(less)('eth_call', [market.swap, 'latest'])).rejects.toThrow(
      /lacks slot 0x0 of 0x/,
    )
    expect(less.forkInfo?.missing?.length).toBe(1)
  })
})
