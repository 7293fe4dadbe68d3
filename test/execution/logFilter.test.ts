import { Bloom } from '@ethereumjs/vm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bloomTest,
  type LogFilter,
  matchesLog,
  matchingLogs,
} from '../../src/execution/logFilter.ts'
import type { Log } from '../../src/types/transaction.ts'
import { testBlock, testGenesis, testTransaction } from '../chain/testBlocks.ts'
import { runs } from '../support/runs.ts'

const address = (value: number) => new Uint8Array(20).fill(value)
const topic = (value: number) => new Uint8Array(32).fill(value)

function log(emitter: number, ...topics: readonly number[]): Log {
  return { address: address(emitter), topics: topics.map(topic), data: new Uint8Array() }
}

function filter(
  addresses: readonly number[],
  ...topics: readonly (readonly number[] | null)[]
): LogFilter {
  return {
    addresses: addresses.map(address),
    topics: topics.map((wanted) => wanted?.map(topic) ?? null),
  }
}

describe('matchesLog', () => {
  test.each<[string, LogFilter, Log, boolean]>([
    ['an empty filter takes a log without topics', filter([]), log(1), true],
    ['an empty filter takes a log with topics', filter([]), log(1, 2, 3, 4, 5), true],
    ['one of the addresses', filter([2, 1]), log(1), true],
    ['none of the addresses', filter([2, 3]), log(1), false],
    ['a topic in its position', filter([], [7]), log(1, 7), true],
    ['a topic in another position', filter([], [7]), log(1, 8, 7), false],
    ['null takes any topic', filter([], null, [7]), log(1, 8, 7), true],
    ['an empty list takes any topic', filter([], [], [7]), log(1, 8, 7), true],
    ['null asks for a topic to be there', filter([], [7], null), log(1, 7), false],
    ['one of the topics of a position', filter([], [6, 7]), log(1, 7), true],
    ['none of the topics of a position', filter([], [5, 6]), log(1, 7), false],
    ['more topics than asked for', filter([], [7]), log(1, 7, 8, 9), true],
    ['address and topics together', filter([1], [7], null, [9]), log(1, 7, 8, 9), true],
    ['right topics, wrong address', filter([2], [7], null, [9]), log(1, 7, 8, 9), false],
  ])('%s', (_, wanted, given, expected) => {
    expect(matchesLog(wanted, given)).toBe(expected)
  })

  test('finds a log among thousands of addresses and topics', () => {
    const many = Array.from({ length: 5_000 }, (_, index) => {
      const bytes = new Uint8Array(32)
      new DataView(bytes.buffer).setUint32(28, index + 1)
      return bytes
    })
    const addresses = many.map((bytes) => bytes.slice(12))
    const wanted: LogFilter = { addresses, topics: [many] }
    const given = { address: addresses[4_999] ?? address(0), data: new Uint8Array() }
    expect(matchesLog(wanted, { ...given, topics: [many[77] ?? topic(0)] })).toBe(true)
    expect(matchesLog(wanted, { ...given, topics: [topic(0)] })).toBe(false)
    expect(matchesLog(wanted, { ...given, address: address(9), topics: many.slice(0, 1) })).toBe(
      false,
    )
  })
})

describe('matchingLogs', () => {
  test('says for each log its receipt and its position in the block', () => {
    const { receipts } = testBlock(testGenesis(), {
      transactions: [testTransaction(0), testTransaction(1), testTransaction(2)],
      logs: [[log(1), log(2)], [], [log(2), log(1)]],
    })
    const found = [...matchingLogs(filter([1]), receipts)]
    expect(found.map(({ receipt, logIndex }) => [receipt.index, logIndex])).toEqual([
      [0, 0],
      [2, 3],
    ])
    expect(found[1]?.log).toBe(receipts[2]?.logs[1])
  })
})

describe('bloomTest', () => {
  const value = fc.integer({ min: 0, max: 5 })
  const logs = fc.array(
    fc
      .tuple(value, fc.array(value, { maxLength: 4 }))
      .map(([emitter, topics]) => log(emitter, ...topics)),
    { maxLength: 6 },
  )
  const wanted = fc
    .tuple(
      fc.array(value, { maxLength: 3 }),
      fc.array(fc.option(fc.array(value, { maxLength: 3 })), { maxLength: 4 }),
    )
    .map(([addresses, topics]) => filter(addresses, ...topics))

  function bloomOf(given: readonly Log[]): Uint8Array {
    const bloom = new Bloom()
    for (const each of given) {
      bloom.add(each.address)
      for (const item of each.topics) bloom.add(item)
    }
    return bloom.bitvector
  }

  test('never rules out a bloom over a log that matches', () => {
    fc.assert(
      fc.property(logs, wanted, (given, asked) => {
        fc.pre(given.some((each) => matchesLog(asked, each)))
        expect(bloomTest(asked)(bloomOf(given))).toBe(true)
      }),
      runs({ seed: 4, numRuns: 300 }),
    )
  })

  test('rules out what is not in the bloom, in each part of the filter', () => {
    const bloom = bloomOf([log(1, 2, 3)])
    expect(bloomTest(filter([1], [2], [3]))(bloom)).toBe(true)
    expect(bloomTest(filter([4]))(bloom)).toBe(false)
    expect(bloomTest(filter([1], [5]))(bloom)).toBe(false)
    expect(bloomTest(filter([1], null, [5]))(bloom)).toBe(false)
    expect(bloomTest(filter([1]))(new Uint8Array(256))).toBe(false)
    expect(bloomTest(filter([]))(new Uint8Array(256))).toBe(true)
  })
})
