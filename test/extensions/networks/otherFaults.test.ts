import { type Hex, keccak256 } from 'viem'
import { describe, expect, test } from 'vitest'
import { recordNames, records } from '../../../src/extensions/networks/records.ts'
import type { NetworkRecord } from '../../../src/types/network.ts'
import {
  emitter,
  expectSameBlocks,
  type Sight,
  type Stage,
  sign,
  stage,
  walk,
  withoutFaults,
} from './faultWalk.ts'

/** Sends synchronously by the method; the answer, or its error once `ms` are over. */
async function sendSync(
  { devnet, ask }: Stage,
  [method, params]: readonly [method: string, params: readonly unknown[]],
  ms: number,
): Promise<{ readonly answer?: unknown; readonly error?: { readonly code: number } }> {
  const sent = ask(method, ...params).then(
    (answer) => ({ answer }),
    (error) => ({ error }),
  )
  // It is under way for a few turns.
  while (devnet.transaction(keccak256(params[0] as Hex)).status === 'unknown') {
    await new Promise((resolve) => setImmediate(resolve))
  }
  await devnet.clock.advance(ms)
  return sent
}

/** The synchronous sends of a network, each with the parameters for a raw transaction and a wait in ms. */
function syncSends({ name, sync, refusedMethods }: NetworkRecord, raw: Hex, waitMs: number) {
  const timeouts = {
    number: [waitMs],
    hex: [`0x${waitMs.toString(16)}`],
    either: [waitMs],
    none: [],
  }
  const params = [raw, ...timeouts[sync.timeout]]
  const isRefused = refusedMethods.some(({ methods }) => methods.includes(rawSync))
  return [
    ...(isRefused ? [] : [[rawSync, params] as const]),
    ...(name === 'megaeth' ? [['realtime_sendRawTransaction', [raw]] as const] : []),
  ]
}

const rawSync = 'eth_sendRawTransactionSync'

/** How many synchronous sends each network has. */
const syncCounts: Readonly<Record<string, number>> = {
  avalanche: 0,
  hyperevm: 0,
  mantle: 0,
  megaeth: 2,
}

describe.each(recordNames)('%s', (name) => {
  const network = records[name]
  const { sync, blockMs } = network
  const waitMs = sync.timeout === 'none' ? sync.defaultMs : Math.min(2 * blockMs, sync.maxMs)

  test('a synchronous send misses its receipt', async () => {
    const count = syncSends(network, '0x', waitMs).length
    expect(count).toBe(syncCounts[name] ?? 1)
    for (let index = 0; index < count; index++) {
      await using set = await stage(network)
      const raw = await sign(set.devnet, 0)
      const call = syncSends(network, raw, waitMs)[index] as readonly [string, readonly unknown[]]
      set.devnet.faults.inject({ kind: 'missReceipt' })
      const { error } = await sendSync(set, call, waitMs)
      expect(error).toMatchObject({ code: sync.code ?? 4 })
      expect(await set.ask('eth_getTransactionReceipt', keccak256(raw))).toMatchObject({
        status: '0x1',
      })
      expect(set.devnet.faults.list()).toEqual([])
      const next = await sign(set.devnet, 1)
      const again = syncSends(network, next, waitMs)[index] as typeof call
      expect(await sendSync(set, again, waitMs)).toMatchObject({ answer: { status: '0x1' } })
    }
  })

  test('a synchronous send times out, and its transaction is in a later block', async () => {
    const count = syncSends(network, '0x', waitMs).length
    for (let index = 0; index < count; index++) {
      await using set = await stage(network)
      const raw = await sign(set.devnet, 0)
      const call = syncSends(network, raw, waitMs)[index] as readonly [string, readonly unknown[]]
      set.devnet.faults.inject({ kind: 'delayInclusion', ms: waitMs + blockMs / 2 })
      const { error } = await sendSync(set, call, waitMs)
      expect(error).toMatchObject({ code: sync.code ?? 4 })
      await set.devnet.clock.advance(2 * blockMs)
      expect(await set.ask('eth_getTransactionReceipt', keccak256(raw))).toMatchObject({
        status: '0x1',
      })
    }
  })

  test('a state is skipped, and its tags stay behind', async () => {
    const later = network.states.filter(
      ({ reached }) => reached === 'safe' || reached === 'finalized' || typeof reached === 'object',
    )
    if (later.length === 0) {
      await using set = await stage(network)
      const fault = { kind: 'skipState', state: 'final' } as const
      expect(() => set.devnet.faults.inject(fault)).toThrow(/follow the seal: there are none/)
    }
    const base = await withoutFaults(network)
    for (const { name: state, tags } of later) {
      await using set = await stage(network)
      const { sights } = await walk(set, network, () => [{ kind: 'skipState', state }])
      for (const [index, tag] of (['safe', 'finalized'] as const).entries()) {
        const numbers = (walked: readonly Sight[]) =>
          walked.map((sight) => sight.numbers[index] ?? 0)
        const lag = numbers(base.sights).map((number, at) => number - (numbers(sights)[at] ?? 0))
        // Behind by one block while the skipped one would have been the newest.
        const isBehind = tags.includes(tag)
        expect(new Set(lag), `${state} at ${tag}`).toEqual(new Set(isBehind ? [0, 1] : [0]))
      }
      expectSameBlocks(base, { ...base, sights })
    }
  })

  test('requests fail, are late, and read what is old', async () => {
    await using set = await stage(network)
    const { devnet, ask } = set
    devnet.faults.inject({ kind: 'error', method: 'eth_sendRawTransaction*', times: 1 })
    const raw = await sign(devnet, 0)
    await expect(ask('eth_sendRawTransaction', raw)).rejects.toMatchObject({ code: -32000 })
    devnet.faults.inject({
      kind: 'disconnect',
      method: 'eth_sendRawTransaction',
      lost: 'answer',
      times: 1,
    })
    await expect(ask('eth_sendRawTransaction', raw)).rejects.toThrow()
    devnet.faults.inject({ kind: 'latency', method: 'eth_getBalance', ms: 1.5 * blockMs, times: 1 })
    const late = ask('eth_getBalance', emitter.address, 'latest')
    await devnet.clock.advance(2 * blockMs)
    expect(Number(await late)).toBe(1)
    const next = await sign(devnet, 1)
    await ask('eth_sendRawTransaction', next)
    // MegaETH's `latest` is as young as a mini-block.
    await devnet.clock.advance(name === 'megaeth' ? 10 : blockMs)
    devnet.faults.inject({
      kind: 'staleReads',
      method: 'eth_getBalance',
      flashblocks: 63,
      times: 1,
    })
    const [old, now] = [await set.sees(keccak256(next)), await set.sees(keccak256(next))]
    expect(now.got[0]).toBe(2)
    expect(old.got[0]).toBeLessThan(2)
  })
})
