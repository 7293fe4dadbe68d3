import { runInNewContext } from 'node:vm'
import { beforeAll, describe, expect, it } from 'vitest'
import { initCrypto } from '../../src/ethereumjs/crypto.ts'
import { contentHash, frozenCopy } from '../../src/files/fixture/plainData.ts'

beforeAll(initCrypto)

function refuse(path: string, what: string): never {
  throw new Error(`${path}: ${what}`)
}

const copy = (value: unknown) => frozenCopy(value, refuse)
const hash = (value: unknown) => contentHash(value, refuse)

describe('frozenCopy', () => {
  it('copies plain data, so that nobody changes it', () => {
    const bytes = Uint8Array.of(1, 2)
    const given = { abi: [{ type: 'function', inputs: [] }], supply: 5n, none: undefined, bytes }
    const copied = copy(given) as typeof given
    expect(copied).toStrictEqual(given)
    expect(copied.bytes).not.toBe(bytes)
    expect([copied, copied.abi, copied.abi[0], copied.abi[0]?.inputs].every(Object.isFrozen)).toBe(
      true,
    )
    expect(Object.isFrozen(given)).toBe(false)
    for (const scalar of [1, 'a', true, null, undefined, 2n]) expect(copy(scalar)).toBe(scalar)
  })

  it('takes what comes from another realm, and makes it of this one', () => {
    const given = runInNewContext(
      '({ list: [1n, new Uint8Array([7])], none: Object.create(null) })',
    )
    expect(copy(given)).toStrictEqual({ list: [1n, Uint8Array.of(7)], none: {} })
  })

  it('tells where something is that is no plain data', () => {
    class Contract {}
    const circle: { in?: unknown } = {}
    circle.in = [circle]
    const others: [unknown, string][] = [
      [() => 1, ': a function'],
      [{ token: [new Contract()] }, '.token[0]: a Contract'],
      [{ at: new Map() }, '.at: a Map'],
      [Promise.resolve(), ': a Promise'],
      [[Symbol('a')], '[0]: a symbol'],
      [new (class {})(), ': an object of a class'],
      [circle, '.in[0]: what it stands in itself'],
    ]
    for (const [value, message] of others) expect(() => copy(value)).toThrow(message)
  })

  it('takes the same twice where it does not stand in itself', () => {
    const abi = [1]
    expect(copy({ one: abi, two: abi })).toEqual({ one: [1], two: [1] })
  })
})

describe('contentHash', () => {
  it('is the same for equal data, whatever the order of fields', () => {
    expect(hash({ a: 1, b: [2n, 'x'] })).toBe(hash({ b: [2n, 'x'], a: 1 }))
    expect(hash(runInNewContext('({ a: [new Uint8Array([1])] })'))).toBe(
      hash({ a: [Uint8Array.of(1)] }),
    )
    expect(hash([() => 1])).toBe(hash([() => 1]))
  })

  it('is another for all other data', () => {
    const values = [
      undefined,
      null,
      true,
      false,
      0,
      -0,
      1,
      Number.NaN,
      1n,
      '',
      '1',
      '1n',
      'null',
      'true',
      [],
      [[]],
      [1],
      ['1'],
      [1, 2],
      [[1], 2],
      [[1, 2]],
      {},
      { a: 1 },
      { a: [1] },
      { a: undefined },
      { '0': 1 },
      { a: { b: 1 } },
      { 'a.b': 1 },
      { a: 1, b: 1 },
      new Uint8Array(),
      Uint8Array.of(1),
      '0x01',
      ['a', 'b'],
      ['ab'],
      ['a:b'],
      's1:a',
      () => 1,
      () => 2,
      '() => 1',
    ]
    expect(new Set(values.map(hash)).size).toBe(values.length)
  })

  it('refuses what has no text and what is no plain data', () => {
    expect(() => hash({ make: refuse.bind(undefined) })).toThrow('.make: a bound function')
    expect(() => hash([new Date()])).toThrow('[0]: a Date')
  })
})
