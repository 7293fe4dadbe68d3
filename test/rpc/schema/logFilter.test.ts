import { describe, expect, it } from 'vitest'
import { logFilter } from '../../../src/rpc/schema/logFilter.ts'
import { invalid, parse, refusal } from './parsing.ts'

const address = `0x${'11'.repeat(20)}`
const topic = `0x${'22'.repeat(32)}`
const addressBytes = new Uint8Array(20).fill(0x11)
const topicBytes = new Uint8Array(32).fill(0x22)

describe('logFilter', () => {
  it.each([
    [{}, { addresses: [], topics: [] }],
    [
      { address: null, topics: null },
      { addresses: [], topics: [] },
    ],
    [{ address }, { addresses: [addressBytes], topics: [] }],
    [{ address: [address, address] }, { addresses: [addressBytes, addressBytes], topics: [] }],
    [{ address: [] }, { addresses: [], topics: [] }],
    [
      { topics: [topic, null, [topic, topic], []] },
      { addresses: [], topics: [[topicBytes], [], [topicBytes, topicBytes], []] },
    ],
    [{ topics: [[topic, null]] }, { addresses: [], topics: [[]] }],
    [
      { fromBlock: '0x1', toBlock: 'pending' },
      { fromBlock: { number: 1n }, toBlock: { tag: 'pending' }, addresses: [], topics: [] },
    ],
    [{ blockHash: topic }, { blockHash: topic, addresses: [], topics: [] }],
  ])('reads %j', (value, filter) => {
    expect(parse(logFilter, value)).toEqual(filter)
  })

  it.each([
    [
      { blockHash: topic, fromBlock: '0x3', toBlock: '0x4' },
      'cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other, got an object',
    ],
    [
      { address: '0x11' },
      'address: hex string has length 2, want 40 for common.Address, got "0x11"',
    ],
    [
      { address: [address, '0x11'] },
      'address[1]: hex string has length 2, want 40 for common.Address, got "0x11"',
    ],
    [
      { topics: [null, '0x22'] },
      'topics[1]: hex string has length 2, want 64 for common.Hash, got "0x22"',
    ],
    [
      { topics: [[topic, '0x22']] },
      'topics[0][1]: hex string has length 2, want 64 for common.Hash, got "0x22"',
    ],
    [{ topics: topic }, `topics: expected an array, got "${topic}"`],
    [
      { fromBlock: '1' },
      'fromBlock: hex string without 0x prefix and none of latest, pending, safe, finalized, earliest, got "1"',
    ],
    [topic, `expected an object, got "${topic}"`],
  ])('refuses %j', (value, problem) => {
    expect(refusal(logFilter, value)).toEqual(invalid(problem))
  })

  it('refuses more entries than anybody means', () => {
    const address10001 = Array.from({ length: 10_001 }, () => address)
    expect(refusal(logFilter, { address: address10001 })?.message).toContain(
      'more than 10000 addresses',
    )
    const topics10001 = Array.from({ length: 10_001 }, () => topic)
    expect(refusal(logFilter, { topics: [topics10001] })?.message).toContain(
      'more than 10000 topics at one position',
    )
  })
})
