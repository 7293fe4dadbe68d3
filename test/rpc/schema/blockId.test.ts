import { describe, expect, it } from 'vitest'
import { blockId, blockNumber, optionalBlockId } from '../../../src/rpc/schema/blockId.ts'
import { invalid, parse, refusal } from './parsing.ts'

const hash = `0x${'ab'.repeat(32)}`

describe('blockNumber', () => {
  it.each(['latest', 'pending', 'safe', 'finalized', 'earliest'])('reads the tag %s', (tag) => {
    expect(parse(blockNumber, tag)).toEqual({ tag })
  })

  it('reads a number', () => {
    expect(parse(blockNumber, '0x10')).toEqual({ number: 16n })
  })

  it.each([
    [
      'newest',
      'hex string without 0x prefix and none of latest, pending, safe, finalized, earliest, got "newest"',
    ],
    [
      '2',
      'hex string without 0x prefix and none of latest, pending, safe, finalized, earliest, got "2"',
    ],
    ['0x02', 'hex number with leading zero digits, got "0x02"'],
    [2, 'expected a string, got 2'],
    [{ blockNumber: '0x1' }, 'expected a string, got an object'],
    [{ blockNumber: 'pending', flashblock: null }, 'expected a string, got an object'],
  ])('refuses %j', (value, problem) => {
    expect(refusal(blockNumber, value)).toEqual(invalid(problem))
  })

  it('refuses a hash', () => {
    expect(refusal(blockNumber, hash)?.message).toContain('hex number > 64 bits')
  })
})

describe('blockId', () => {
  it.each([
    ['latest', { tag: 'latest' }],
    ['0x10', { number: 16n }],
    [hash, { hash }],
    [{ blockNumber: '0x10' }, { number: 16n }],
    [{ blockNumber: 'safe' }, { tag: 'safe' }],
    [{ blockHash: hash }, { hash }],
    [
      { blockHash: hash, requireCanonical: true },
      { hash, requireCanonical: true },
    ],
    [{ blockHash: hash, blockNumber: null }, { hash }],
  ])('reads %j', (value, id) => {
    expect(parse(blockId, value)).toEqual(id)
  })

  it.each([
    [{}, 'expected a blockNumber or a blockHash, got an object'],
    [
      { blockHash: hash, blockNumber: '0x1' },
      'cannot specify both BlockHash and BlockNumber, choose one or the other, got an object',
    ],
    [
      { blockNumber: '1' },
      'blockNumber: hex string without 0x prefix and none of latest, pending, safe, finalized, earliest, got "1"',
    ],
    [
      { blockHash: hash, requireCanonical: 'yes' },
      'requireCanonical: expected a boolean, got "yes"',
    ],
    [[], 'expected an object, got an array of 0'],
    [3, 'expected a string, got 3'],
  ])('refuses %j', (value, problem) => {
    expect(refusal(blockId, value)).toEqual(invalid(problem))
  })

  it('is the newest block when it is left out', () => {
    expect(parse(optionalBlockId, undefined)).toEqual({ tag: 'latest' })
    expect(parse(optionalBlockId, null)).toEqual({ tag: 'latest' })
  })
})

describe.each([
  ['blockId', blockId],
  ['blockNumber', blockNumber],
])('a flashblock as %s', (_name, schema) => {
  it.each([
    [3, 3],
    [0, 0],
    ['0x1f', 31],
  ])('is read from %j', (flashblock, index) => {
    expect(parse(schema, { blockNumber: 'pending', flashblock })).toEqual({ flashblock: index })
  })

  it.each([
    [{ flashblock: 3 }, 'a flashblock is one of the blockNumber "pending", got an object'],
    [
      { blockNumber: 'latest', flashblock: 3 },
      'a flashblock is one of the blockNumber "pending", got an object',
    ],
    [
      { blockNumber: '0x1', flashblock: 3 },
      'a flashblock is one of the blockNumber "pending", got an object',
    ],
    [
      { blockNumber: 'pending', blockHash: hash, flashblock: 3 },
      'a flashblock is one of the blockNumber "pending", got an object',
    ],
    [
      { blockNumber: 'pending', flashblock: -1 },
      'flashblock: expected a whole number below 2^64, or a hex string, got -1',
    ],
    [
      { blockNumber: 'pending', flashblock: 'x' },
      'flashblock: hex string without 0x prefix, got "x"',
    ],
  ])('is refused from %j', (value, problem) => {
    expect(refusal(schema, value)).toEqual(invalid(problem))
  })
})
