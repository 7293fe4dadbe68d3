import { describe, expect, test } from 'vitest'
import { recordNames, records } from '../../../src/extensions/networks/records.ts'
import { faultDefinitions } from '../../../src/types/fault.ts'
import type { NetworkRecord } from '../../../src/types/network.ts'
import {
  expectSameBlocks,
  type FaultsFor,
  sign,
  signMs,
  stage,
  type Walk,
  walk,
  withoutFaults,
} from './faultWalk.ts'

/** What the sub-block state pushes of the walk, by kind. */
function earlyKinds({ states }: NetworkRecord, { sights }: Walk): readonly string[] {
  const early = states.find(({ reached }) => reached === 'subBlock')?.subscriptions ?? []
  return early.filter((kind) => (sights[1].pushed[kind] ?? 0) > 0)
}

/** Whether nothing of the walk's transactions could be seen before the seal. */
function expectHidden(network: NetworkRecord, base: Walk, { sights }: Walk): void {
  const [, early] = sights
  expect(early.receipt).toBeUndefined()
  expect(early.got).toEqual([0, 0])
  for (const kind of earlyKinds(network, base)) expect(early.pushed[kind], kind).toBeUndefined()
}

interface Case {
  readonly faults: FaultsFor
  readonly at?: 'start' | 'sign'
  /** Why the network does not have it, by its table. */
  readonly refused?: (network: NetworkRecord) => RegExp | undefined
  readonly expect: (run: Walk, base: Walk, network: NetworkRecord) => void | Promise<void>
}

const stateAt = ({ states }: NetworkRecord, wanted: string) =>
  states.find(({ reached }) => reached === wanted)

const withoutSubBlocks = ({ flashblockMs }: NetworkRecord) =>
  flashblockMs === undefined ? /the network has no flashblocks; / : undefined

const keptTransactions = (network: NetworkRecord) =>
  stateAt(network, 'subBlock')?.withdrawal === 'never'
    ? /never takes back a transaction/
    : undefined

/** The first of the two is in no block, and the second one is. */
function expectFirstGone({ sights, order, hashes }: Walk): void {
  for (const { receipt } of sights.slice(2)) expect(receipt).toBeUndefined()
  expect(order).toEqual([hashes[1]])
}

const cases: Readonly<Record<string, Case>> = {
  skipFlashblock: {
    // Of shreds each is a flashblock.
    faults: () => [{ kind: 'skipFlashblock', times: 2 }],
    refused: withoutSubBlocks,
    expect: (run, base, network) => {
      expectHidden(network, base, run)
      expectSameBlocks(base, run)
    },
  },
  stopPublishing: {
    faults: ({ devnet }) => [{ kind: 'stopPublishing', ms: devnet.cadence.blockMs }],
    refused: withoutSubBlocks,
    expect: (run, base, network) => {
      expectHidden(network, base, run)
      expectSameBlocks(base, run)
    },
  },
  delayPublishing: {
    faults: (_set, _hashes, network) => {
      const ms = Math.max(1, network.blockMs - 1 - signMs(network))
      return [{ kind: 'delayPublishing', ms, times: 2 }]
    },
    refused: withoutSubBlocks,
    expect: (run, base, network) => {
      expect(run.sights[0].receipt).toBeUndefined()
      expect(run.sights[1].receipt).toBe(base.sights[1].receipt)
      expect(run.sights[1].got).toEqual(base.sights[1].got)
      for (const kind of earlyKinds(network, base)) {
        expect(run.sights[1].pushed[kind], kind).toBeGreaterThan(0)
      }
      expectSameBlocks(base, run)
    },
  },
  repeatFlashblock: {
    faults: () => [{ kind: 'repeatFlashblock', times: 2 }],
    refused: withoutSubBlocks,
    expect: (run, base, network) => {
      const indexes = run.sights[1].indexes
      expect(indexes.filter((index) => index === 1)).toHaveLength(2)
      for (const kind of earlyKinds(network, base)) {
        const count = base.sights[1].pushed[kind] ?? 0
        expect(run.sights[1].pushed[kind], kind).toBeGreaterThan(count)
      }
      expect(run.sights[1].receipt).toBe(base.sights[1].receipt)
      expectSameBlocks(base, run)
    },
  },
  republish: {
    faults: () => [{ kind: 'republish' }],
    refused: withoutSubBlocks,
    expect: (run, base) => {
      expect(run.sights[1].indexes.slice(-base.sights[1].indexes.length - 1)).toContain(0)
      expect(run.sights[1].receipt).toBe(base.sights[1].receipt)
      expect(run.sights[1].got).toEqual(base.sights[1].got)
      expectSameBlocks(base, run)
    },
  },
  handOver: {
    faults: () => [{ kind: 'handOver' }],
    at: 'sign',
    refused: (network) =>
      (network.flashblockMs ?? 0) >= network.blockMs
        ? /a block of the network has one flashblock/
        : withoutSubBlocks(network),
    expect: (run, base) => {
      const [first, early, sealed] = run.sights
      expect(early.indexes.slice(first.indexes.length)).toContain(0)
      expect(early.receipt).toBe(base.sights[1].receipt)
      expect(early.got).toEqual(base.sights[1].got)
      expect(sealed.receipt).toMatch(/^0x/)
      expect(sealed.got).toEqual(base.sights[2].got)
    },
  },
  freezePending: {
    faults: () => [{ kind: 'freezePending' }],
    refused: withoutSubBlocks,
    expect: (run, base, network) => {
      const tags = stateAt(network, 'subBlock')?.tags ?? []
      for (const sight of run.sights) {
        if (tags.includes('latest')) expect(sight.got[0]).toBe(0)
        if (tags.includes('pending')) expect(sight.got[1]).toBe(0)
        for (const kind of earlyKinds(network, base)) {
          if (kind !== 'logs') expect(sight.pushed[kind], kind).toBeUndefined()
        }
      }
      expect(run.sights[1].receipt).toBeUndefined()
      expect(run.sights[4].receipt).toBe(base.sights[4].receipt)
      expect(run.sights[4].head).toBe(base.sights[4].head)
    },
  },
  sealWithoutFlashblocks: {
    faults: () => [{ kind: 'sealWithoutFlashblocks', count: 1_000 }],
    refused: keptTransactions,
    expect: (run, base, { flashblockMs }) => {
      if (flashblockMs !== undefined) {
        expect(run.sights[1].receipt).toBe(base.sights[1].receipt)
      }
      expect(run.sights[2].receipt).not.toBe(base.sights[2].receipt)
      expect(run.sights[2].got[0]).toBe(0)
      expect(run.sights[3].receipt).toMatch(/^0x/)
      expect(run.sights[3].receipt).not.toBe(base.sights[3].receipt)
      expect(run.sights[3].got[0]).toBe(2)
    },
  },
  dropAtSeal: {
    faults: (_, [first]) => [{ kind: 'dropAtSeal', transaction: first }],
    refused: keptTransactions,
    expect: (run, base, { flashblockMs }) => {
      if (flashblockMs !== undefined) {
        expect(run.sights[1].receipt).toBe(base.sights[1].receipt)
        expect(run.sights[1].got).toEqual(base.sights[1].got)
      }
      expectFirstGone(run)
      expect(run.sights[4].got).toEqual([1, 1])
    },
  },
  replaceAtSeal: {
    faults: async ({ devnet }, [first]) => [
      { kind: 'replaceAtSeal', transaction: first, with: await sign(devnet, 0, 5n) },
    ],
    refused: keptTransactions,
    expect: (run) => {
      expectFirstGone(run)
      expect(run.sights[4].got).toEqual([6, 6])
    },
  },
  reorderAtSeal: {
    faults: () => [{ kind: 'reorderAtSeal', order: 'reverse' }],
    refused: keptTransactions,
    expect: (run, base) => {
      expect(base.order).toEqual(base.hashes)
      expect(run.order).toEqual([...run.hashes].reverse())
      expect(run.sights[4].got).toEqual([2, 2])
    },
  },
  abandonBlock: {
    faults: () => [{ kind: 'abandonBlock' }],
    refused: (network) =>
      stateAt(network, 'seal')?.withdrawal === 'never' ? /never takes back a block/ : undefined,
    expect: (run, base, network) => {
      expect(run.sights[2].receipt).toBe(base.sights[2].receipt)
      expect(run.sights[4].receipt).toMatch(/^0x/)
      expect(run.sights[4].receipt).not.toBe(base.sights[4].receipt)
      expect(run.sights[4].got).toEqual([2, 2])
      // Logs are pushed again with `removed: true`, unless the network says nothing of it.
      const sealed = stateAt(network, 'seal')
      const count = (walked: Walk) => walked.sights[4].pushed.logs ?? 0
      const isTold = sealed?.withdrawal === 'removedLogs' && network.name !== 'rise'
      expect(count(run) - count(base)).toBe(isTold ? 4 : 2)
    },
  },
  delayInclusion: {
    faults: ({ devnet }, [first]) => [
      { kind: 'delayInclusion', transaction: first, ms: 1.5 * devnet.cadence.blockMs },
    ],
    expect: (run) => {
      expect(run.order).toEqual([run.hashes[1]])
      expect(run.sights[2].receipt).toBeUndefined()
      expect(run.sights[2].got[0]).toBe(1)
      expect(run.sights[4].receipt).toMatch(/^0x/)
      expect(run.sights[4].got).toEqual([2, 2])
    },
  },
  loseMessage: {
    faults: () => [{ kind: 'loseMessage', subscription: 'newHeads' }],
    expect: (run, base) => {
      expect(base.sights[4].pushed.newHeads).toBeGreaterThan(1)
      expect(run.sights[4].pushed.newHeads).toBe((base.sights[4].pushed.newHeads ?? 0) - 1)
      expectSameBlocks(base, run)
    },
  },
  closeSocket: {
    faults: () => [{ kind: 'closeSocket', subscription: 'newHeads' }],
    expect: (run, base) => {
      expect(run.sights[4].pushed.newHeads).toBeUndefined()
      expect(run.sights[4].pushed).toEqual(run.sights[2].pushed)
      expectSameBlocks(base, run)
    },
  },
}

describe.each(recordNames)('%s', (name) => {
  const network = records[name]

  test.each(Object.entries(cases))('%s', async (_, { faults, at, refused, ...wanted }) => {
    await using set = await stage(network)
    const running = walk(set, network, faults, at)
    const reason = refused?.(network)
    if (reason !== undefined) {
      await expect(running).rejects.toThrow(reason)
      return
    }
    const run = await running
    expect(run.devnet.faults.list()).toEqual(at === undefined ? expect.anything() : [])
    await wanted.expect(run, await withoutFaults(network), network)
  })
})

test('each kind of fault is here', () => {
  const others = ['missReceipt', 'skipState', 'error', 'disconnect', 'latency', 'staleReads']
  const kinds: readonly string[] = [...Object.keys(cases), ...others]
  expect([...kinds].sort()).toEqual(Object.keys(faultDefinitions).sort())
})
