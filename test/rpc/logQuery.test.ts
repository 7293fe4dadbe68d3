import { describe, expect, it } from 'vitest'
import { logQuery } from '../../src/rpc/schema/logFilter.ts'

const any = { addresses: [], topics: [] }
const number = (value: bigint) => ({ number: value })
const latest = { tag: 'latest' } as const
const pending = { tag: 'pending' } as const
const flashblock = { flashblock: 3 } as const

describe('logQuery', () => {
  it.each([
    ['nothing', {}, { from: latest, to: latest }],
    ['a start', { fromBlock: number(1n) }, { from: number(1n), to: latest }],
    ['an end', { toBlock: number(9n) }, { from: latest, to: number(9n) }],
    ['both', { fromBlock: number(1n), toBlock: pending }, { from: number(1n), to: pending }],
    ['pending as start', { fromBlock: pending }, { from: pending, to: pending }],
    ['a flashblock as start', { fromBlock: flashblock }, { from: flashblock, to: flashblock }],
    ['a block', { blockHash: '0x12' }, { blockHash: '0x12' }],
  ] as const)('is about the blocks that %s names', (_name, filter, range) => {
    const given = { fromBlock: undefined, toBlock: undefined, blockHash: undefined, ...filter }
    expect(logQuery({ ...any, ...given })).toEqual(range)
  })

  it('refuses more topics than a log can have', () => {
    const filter = { fromBlock: undefined, toBlock: undefined, blockHash: undefined, addresses: [] }
    expect(() => logQuery({ ...filter, topics: [[], [], [], []] })).not.toThrow()
    expect(() => logQuery({ ...filter, topics: [[], [], [], [], []] })).toThrow(
      expect.objectContaining({ code: -32000, message: 'exceed max topics' }),
    )
  })
})
