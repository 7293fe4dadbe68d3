import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { type ParamsSchema, parseParams } from '../../src/rpc/params.ts'
import { RpcError } from '../../src/rpc/rpcError.ts'

const word = v.pipe(
  v.string('expected a string'),
  v.startsWith('0x', 'hex string without 0x prefix'),
)
const call = v.object({ to: v.optional(word), list: v.optional(v.array(v.number())) })
const pair = v.tuple([word, v.optional(word, '0xdefault')])

function problem(schema: ParamsSchema, args: readonly unknown[]): string {
  try {
    parseParams(schema, args)
  } catch (error) {
    if (error instanceof RpcError && error.code === -32602) return error.message
    throw error
  }
  throw new Error('was accepted')
}

describe('parseParams', () => {
  it('gives the parsed values', () => {
    const doubled = v.tuple([
      v.pipe(
        v.number(),
        v.transform((value) => value * 2),
      ),
    ])
    expect(parseParams(doubled, [21])).toEqual([42])
  })

  it.each([
    ['left out', ['0x1']],
    ['null', ['0x1', null]],
  ])('takes the default for an optional argument that is %s', (_name, args) => {
    expect(parseParams(pair, args)).toEqual(['0x1', '0xdefault'])
  })

  it.each([
    ['left out', []],
    ['null', [null, '0x2']],
  ])('names a required argument that is %s', (_name, args) => {
    expect(problem(pair, args)).toBe('missing value for required argument 0')
  })

  it('refuses surplus arguments, as geth does', () => {
    expect(problem(pair, ['0x1', '0x2', null])).toBe('too many arguments, want at most 2')
    expect(problem(v.tuple([]), ['0x1'])).toBe('too many arguments, want at most 0')
  })

  it('names index, problem and value', () => {
    expect(problem(pair, ['0x1', 'beef'])).toBe(
      'invalid argument 1: hex string without 0x prefix, got "beef"',
    )
  })

  it('names the place inside an argument', () => {
    const calls = v.tuple([v.object({ calls: v.array(call) })])
    expect(problem(calls, [{ calls: [{}, { to: 5 }] }])).toBe(
      'invalid argument 0: calls[1].to: expected a string, got 5',
    )
  })

  it("puts valibot's own words into ours", () => {
    expect(problem(v.tuple([call]), [{ list: [1, true] }])).toBe(
      'invalid argument 0: list[1]: expected number, got true',
    )
    expect(problem(v.tuple([v.never()]), ['x'])).toBe('invalid argument 0: expected never, got "x"')
  })

  it.each([
    ['a long string', 'é'.repeat(1_000_000)],
    ['a long array', new Array(100_000).fill('0x')],
    ['an object with a long key', { ['k'.repeat(1_000_000)]: 1 }],
  ])('does not repeat %s', (_name, value) => {
    const strings = v.record(v.string(), v.string())
    const schema = v.tuple([Array.isArray(value) ? v.string() : strings])
    const message = problem(schema, [value])
    expect(message.length).toBeLessThan(1000)
  })

  it('says where an argument as such is wrong', () => {
    expect(problem(pair, [[1, 2, 3]])).toBe(
      'invalid argument 0: expected a string, got an array of 3',
    )
    expect(problem(pair, [{}])).toBe('invalid argument 0: expected a string, got an object')
  })

  it('is not fooled by keys of the prototype', () => {
    const args = JSON.parse('[{"__proto__":{"to":5},"constructor":1}]') as unknown[]
    expect(parseParams(v.tuple([call]), args)).toEqual([{}])
  })
})
