import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { Chain } from '../../src/chain/chain.ts'
import type { Log } from '../../src/types/transaction.ts'
import type { SealedBlock } from '../../src/types/view.ts'
import { runs } from '../support/runs.ts'
import { testBlock, testBlocks, testCommon, testGenesis, testTransaction } from './testBlocks.ts'

const genesis = testGenesis()
const address = (value: number) => new Uint8Array(20).fill(value)
const topic = (value: number) => new Uint8Array(32).fill(value)
const everything = { addresses: [], topics: [] }

function log(emitter: number, topics: readonly number[] = [], data = new Uint8Array()): Log {
  return { address: address(emitter), topics: topics.map(topic), data }
}

let nonce = 0

/** A block with one transaction for each list of logs. */
function blockWith(parent: SealedBlock, ...logs: readonly (readonly Log[])[]): SealedBlock {
  return testBlock(parent, { transactions: logs.map(() => testTransaction(nonce++)), logs })
}

let chain: Chain

beforeEach(() => {
  chain = Chain.create(genesis, { common: () => testCommon })
})

describe('log search', () => {
  test('finds logs oldest first, with their places', () => {
    const one = blockWith(genesis, [log(1), log(2)], [log(1)])
    const two = testBlock(one)
    const three = blockWith(two, [log(2)], [log(1)])
    for (const block of [one, two, three]) chain.append(block)

    const query = { fromBlock: 0n, toBlock: 3n, addresses: [address(1)], topics: [] }
    expect(chain.logs(query)).toStrictEqual([
      { log: one.receipts[0]?.logs[0], receipt: one.receipts[0], logIndex: 0, block: one },
      { log: one.receipts[1]?.logs[0], receipt: one.receipts[1], logIndex: 2, block: one },
      { log: three.receipts[1]?.logs[0], receipt: three.receipts[1], logIndex: 1, block: three },
    ])
    expect(chain.logs({ ...query, fromBlock: 2n, toBlock: 2n })).toEqual([])
    expect(chain.logs({ ...query, fromBlock: 3n })).toHaveLength(1)
    chain.rewind(2n)
    expect(chain.logs({ ...query, toBlock: 2n })).toHaveLength(2)
  })

  test('refuses a range that is reversed or goes beyond the head, in the words of geth', () => {
    chain.append(testBlock(genesis))
    expect(() => chain.logs({ ...everything, fromBlock: 1n, toBlock: 0n })).toThrow(
      expect.objectContaining({ code: -32602, message: 'invalid block range params' }),
    )
    expect(() => chain.logs({ ...everything, fromBlock: 0n, toBlock: 2n })).toThrow(
      expect.objectContaining({
        code: -32602,
        message: 'block range extends beyond current head block',
      }),
    )
  })

  test('answers with 20,000 logs, and says for more which blocks to ask for', () => {
    const logs = Array.from({ length: 10_000 }, () => log(1))
    const one = blockWith(genesis, logs)
    const two = blockWith(one, logs)
    const three = blockWith(two, [log(2)])
    for (const block of [one, two, three]) chain.append(block)

    expect(chain.logs({ ...everything, fromBlock: 0n, toBlock: 2n })).toHaveLength(20_000)
    expect(() => chain.logs({ ...everything, fromBlock: 0n, toBlock: 3n })).toThrow(
      expect.objectContaining({
        name: 'TooManyLogsError',
        code: -32005,
        message:
          'query returned more than 20000 results. Try with this block range [0x0, 0x2], blocks 0 to 2, or give addresses or topics; the limit is 20000 logs (--limit logs=N)',
      }),
    )
    const narrow = { ...everything, addresses: [address(2)] }
    expect(chain.logs({ ...narrow, fromBlock: 0n, toBlock: 3n })).toHaveLength(1)
  })

  test('does not advise a shorter range when one block alone has too many logs', () => {
    const logs = Array.from({ length: 20_001 }, () => log(1))
    chain.append(blockWith(genesis, logs))
    expect(() => chain.logs({ ...everything, fromBlock: 1n, toBlock: 1n })).toThrow(
      'query returned more than 20000 results. Ask for fewer addresses or give topics; the limit is 20000 logs (--limit logs=N)',
    )
  })

  test('bounds the size of an answer too', () => {
    const big = log(1, [], new Uint8Array(1_000_000))
    const one = blockWith(genesis, Array(12).fill(big))
    chain.append(one)
    chain.append(blockWith(one, [big]))
    expect(chain.logs({ ...everything, fromBlock: 0n, toBlock: 1n })).toHaveLength(12)
    expect(() => chain.logs({ ...everything, fromBlock: 0n, toBlock: 2n })).toThrow(
      'the limit is 25000000 bytes (--limit logBytes=N)',
    )
  })

  test('gives what looking at every log by hand gives', async () => {
    const value = fc.integer({ min: 0, max: 3 })
    const anyLog = fc.tuple(value, fc.array(value, { maxLength: 4 }))
    const blocks = fc.array(fc.array(fc.array(anyLog, { maxLength: 3 }), { maxLength: 3 }), {
      minLength: 1,
      maxLength: 6,
    })
    const asked = fc.record({
      addresses: fc.array(value, { maxLength: 2 }),
      topics: fc.array(fc.option(fc.array(value, { maxLength: 2 })), { maxLength: 4 }),
      from: fc.nat(6),
      to: fc.nat(6),
    })
    await fc.assert(
      fc.asyncProperty(blocks, fc.array(asked, { maxLength: 8 }), async (contents, queries) => {
        const made = Chain.create(genesis, { common: () => testCommon })
        const plain: {
          block: bigint
          index: number
          address: number
          topics: readonly number[]
        }[] = []
        for (const content of contents) {
          const logs = content.map((own) => own.map(([emitter, topics]) => log(emitter, topics)))
          made.append(blockWith(made.head, ...logs))
          for (const [index, [emitter, topics]] of content.flat().entries()) {
            plain.push({ block: made.head.number, index, address: emitter, topics })
          }
        }
        for (const { addresses, topics, from, to } of queries) {
          const [fromBlock, toBlock] = [from, to]
            .sort((left, right) => left - right)
            .map((number) => BigInt(Math.min(number, contents.length))) as [bigint, bigint]
          const expected = plain.filter(
            (each) =>
              each.block >= fromBlock &&
              each.block <= toBlock &&
              (addresses.length === 0 || addresses.includes(each.address)) &&
              each.topics.length >= topics.length &&
              topics.every(
                (wanted, position) =>
                  !wanted?.length || wanted.includes(each.topics[position] as number),
              ),
          )
          const found = made.logs({
            fromBlock,
            toBlock,
            addresses: addresses.map(address),
            topics: topics.map((wanted) => wanted?.map(topic) ?? null),
          })
          expect(found.map(({ block, logIndex }) => [block.number, logIndex])).toEqual(
            expected.map(({ block, index }) => [block, index]),
          )
        }
      }),
      runs({ seed: 5, numRuns: 100 }),
    )
  })

  test('passes over many blocks without logs', () => {
    for (const block of testBlocks(genesis, 1_000)) chain.append(block)
    chain.append(blockWith(chain.head, [log(1)]))
    const query = { fromBlock: 0n, toBlock: 1_001n, addresses: [address(1)], topics: [] }
    expect(chain.logs(query).map(({ block }) => block.number)).toEqual([1_001n])
  })
})
