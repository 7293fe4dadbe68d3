import { describe, expect, it } from 'vitest'
import { createClock } from '../../src/clock/clock.ts'
import { type LogFilter, matchesLog } from '../../src/execution/logFilter.ts'
import {
  FilterNotFoundError,
  FilterOverflowError,
  TooManyFiltersError,
} from '../../src/subscriptions/filterErrors.ts'
import { Filters } from '../../src/subscriptions/filters.ts'
import { Hub } from '../../src/subscriptions/hub.ts'
import type { FilterSubject } from '../../src/types/events.ts'
import { testBlock, testBlocks, testGenesis, testTransaction } from '../chain/testBlocks.ts'
import { testFlashblock, testLog } from './testFlashblock.ts'

function stage() {
  const hub = new Hub((error) => {
    throw error
  })
  const clock = createClock({ mode: 'manual' })
  return { hub, clock, filters: new Filters<LogFilter>(hub, clock) }
}

/** Logs of contract `contract` (see `testLog`). */
function logsOf(contract: number): FilterSubject<LogFilter> {
  const criteria = { addresses: [new Uint8Array(20).fill(contract)], topics: [] }
  return { kind: 'logs', criteria, matches: ({ log }) => matchesLog(criteria, log) }
}

const blocks = { kind: 'blocks' } as const
const hashes = { kind: 'transactions', full: false } as const

const genesis = testGenesis()
const transactions = [testTransaction(0), testTransaction(1)]
const block = testBlock(genesis, { transactions, logs: [[testLog(1), testLog(2)], [testLog(1)]] })
const [, second] = testBlocks(block, 2)

describe('changes', () => {
  it('of a block filter are the hashes since the last poll, from its making on', () => {
    const { hub, filters } = stage()
    hub.block(genesis)
    const id = filters.create(blocks)
    hub.block(block)
    hub.block(second as typeof block)
    expect(filters.changes(id)).toEqual({ kind: 'blocks', hashes: [block.hash, second?.hash] })
    expect(filters.changes(id)).toEqual({ kind: 'blocks', hashes: [] })
  })

  it('of a transaction filter are what became executable', () => {
    const { hub, filters } = stage()
    const [short, full] = [filters.create(hashes), filters.create({ ...hashes, full: true })]
    for (const transaction of transactions) hub.pendingTransaction(transaction)
    expect(filters.changes(short)).toEqual({ ...hashes, transactions })
    expect(filters.changes(full)).toEqual({ ...hashes, full: true, transactions })
  })

  it('of a log filter are the sealed logs that match, with their places', () => {
    const { hub, filters } = stage()
    const id = filters.create(logsOf(1))
    hub.flashblock(testFlashblock(genesis, 1, transactions, [[testLog(1)]]))
    hub.block(block)
    const [first, last] = block.receipts
    expect(filters.changes(id)).toEqual({
      kind: 'logs',
      logs: [
        { log: testLog(1), block, receipt: first, logIndex: 0, removed: false },
        { log: testLog(1), block, receipt: last, logIndex: 2, removed: false },
      ],
    })
  })

  it('of a log filter have the logs again, removed, after a reorg', () => {
    const { hub, filters } = stage()
    const id = filters.create(logsOf(2))
    hub.block(block)
    const added = testBlock(genesis, { transactions, logs: [[testLog(2)]], salt: 1 })
    hub.reorg({ removed: [block], added: [added] })
    expect(filters.changes(id)).toMatchObject({
      logs: [
        { block, removed: false },
        { block, removed: true },
        { block: added, removed: false },
      ],
    })
  })

  it('of a block filter have the hashes of the blocks that a reorg added', () => {
    const { hub, filters } = stage()
    const id = filters.create(blocks)
    hub.block(block)
    const added = testBlock(genesis, { salt: 1 })
    hub.reorg({ removed: [block], added: [added] })
    expect(filters.changes(id)).toEqual({ kind: 'blocks', hashes: [block.hash, added.hash] })
  })

  it('have no logs of blocks that a restored snapshot took away, but their hashes', () => {
    const { hub, filters } = stage()
    const [ofBlocks, ofLogs] = [filters.create(blocks), filters.create(logsOf(1))]
    const gone = testBlock(block, { transactions: [testTransaction(7)], logs: [[testLog(1)]] })
    hub.block(block)
    hub.block(gone)
    hub.revert([gone])
    const hashes = [block.hash, gone.hash]
    expect(filters.changes(ofBlocks)).toEqual({ kind: 'blocks', hashes })
    expect(filters.changes(ofLogs)).toMatchObject({ logs: [{ block }, { block }] })
  })

  it('are refused once when there were more than 10,000', () => {
    const { hub, filters } = stage()
    const id = filters.create(hashes)
    const [transaction] = transactions as [(typeof transactions)[0]]
    for (let count = 0; count < 10_000; count++) hub.pendingTransaction(transaction)
    expect(filters.changes(id)).toMatchObject({ transactions: { length: 10_000 } })
    for (let count = 0; count < 10_001; count++) hub.pendingTransaction(transaction)
    expect(() => filters.changes(id)).toThrow(FilterOverflowError)
    expect(filters.changes(id)).toEqual({ ...hashes, transactions: [] })
  })
})

describe('life', () => {
  it('ids are quantities that count up and are never used again', () => {
    const { filters } = stage()
    const first = filters.create(blocks)
    filters.uninstall(first)
    expect([first, filters.create(blocks), filters.create(hashes)]).toEqual(['0x1', '0x2', '0x3'])
  })

  it('keeps the configured number of filters and entries', () => {
    const { hub, clock } = stage()
    const filters = new Filters(hub, clock, {
      filters: 1,
      filterEntries: 10,
      criteriaBytes: 1_000_000,
    })
    filters.create(blocks)
    expect(() => filters.create(blocks)).toThrow(
      'too many filters: the limit is 1 (--limit filters=N); remove some with eth_uninstallFilter',
    )
  })

  it('a filter knows what it was made for', () => {
    const { filters } = stage()
    const subject = logsOf(3)
    expect(filters.subject(filters.create(subject))).toBe(subject)
  })

  it('ends by uninstalling, which says whether there was one', () => {
    const { filters } = stage()
    const id = filters.create(blocks)
    expect([filters.uninstall(id), filters.uninstall(id)]).toEqual([true, false])
    expect(() => filters.changes(id)).toThrow(FilterNotFoundError)
    expect(() => filters.subject(id)).toThrow('filter not found')
  })

  it('an unknown id is not found, also one that every object has', () => {
    const { filters } = stage()
    for (const id of ['0x1', '', 'constructor', '__proto__']) {
      expect(() => filters.changes(id)).toThrow(FilterNotFoundError)
      expect(filters.uninstall(id)).toBe(false)
    }
  })

  it('ends five minutes after the last poll, by the clock', async () => {
    const { clock, filters } = stage()
    const id = filters.create(blocks)
    await clock.advance(300_000)
    filters.changes(id)
    await clock.advance(300_000)
    filters.subject(id)
    await clock.advance(300_001)
    expect(() => filters.changes(id)).toThrow(FilterNotFoundError)
    expect(filters.uninstall(id)).toBe(false)
  })

  it('is not shortened by moving chain time', () => {
    const { clock, filters } = stage()
    const id = filters.create(blocks)
    clock.increase(3600n)
    expect(filters.changes(id)).toEqual({ kind: 'blocks', hashes: [] })
  })

  it('there are at most 10,000, of which idle ones make room', async () => {
    const { clock, filters } = stage()
    for (let count = 0; count < 10_000; count++) filters.create(blocks)
    expect(() => filters.create(blocks)).toThrow(TooManyFiltersError)
    await clock.advance(300_001)
    expect(filters.create(blocks)).toBe('0x2711')
  })

  it('to refuse one too many is to look at the one that was polled longest ago', () => {
    const { hub } = stage()
    let looks = 0
    const clock = { elapsed: () => looks++ }
    const filters = new Filters(hub, clock, {
      filters: 100,
      filterEntries: 10,
      criteriaBytes: 1_000_000,
    })
    const [first] = Array.from({ length: 100 }, () => filters.create(blocks))
    const before = looks
    expect(() => filters.create(blocks)).toThrow(TooManyFiltersError)
    expect(looks - before).toBe(1)
    for (let look = 0; look < 300_000; look++) clock.elapsed()
    filters.changes(filters.create(blocks))
    expect(filters.size).toBe(1)
    expect(filters.has(first ?? '0x0')).toBe(false)
  })

  it('nobody listens any more after the end of a filter, idle or uninstalled, nor after close', async () => {
    const { hub, clock } = stage()
    let listening = 0
    const counted = {
      on: ((channel, listener) => {
        listening++
        const end = hub.on(channel, listener)
        return () => {
          listening--
          end()
        }
      }) satisfies Hub['on'],
    }
    const filters = new Filters<LogFilter>(counted, clock)
    const [first] = [filters.create(logsOf(1)), filters.create(blocks)]
    expect(listening).toBe(3)
    filters.uninstall(first as string)
    expect(listening).toBe(1)
    await clock.advance(300_001)
    hub.block(block)
    expect(listening).toBe(0)
    const kept = filters.create(hashes)
    filters.close()
    filters.close()
    expect(listening).toBe(0)
    expect(() => filters.changes(kept)).toThrow(FilterNotFoundError)
  })
})
