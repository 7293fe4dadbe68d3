import { RLP } from '@ethereumjs/rlp'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeRlp, RlpReader } from '../../src/lib/rlp.ts'

import { runs } from '../support/runs.ts'

const value = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
  fc.nat().map(BigInt),
)

test('gives what was encoded', () => {
  fc.assert(
    fc.property(fc.array(value), (values) => {
      const reader = new RlpReader(encodeRlp(values, 7), 1)
      for (const expected of values) {
        const read = typeof expected === 'bigint' ? reader.number(32) : reader.bytes()
        expect(read).toEqual(expected)
      }
      expect(reader).toMatchObject({ isLost: false, isAtEnd: true })
    }),
    runs({ seed: 6 }),
  )
})

test('gives bytes that stay as they are', () => {
  const encoded = encodeRlp([Uint8Array.of(1, 2)])
  const bytes = new RlpReader(encoded, 0).bytes()
  encoded.fill(0)
  expect(bytes).toEqual(Uint8Array.of(1, 2))
})

/** Whether a reader of two byte strings finds them and nothing else. */
function isPair(encoded: Uint8Array): boolean {
  const reader = new RlpReader(encoded, 0)
  reader.bytes()
  reader.bytes()
  return !reader.isLost && reader.isAtEnd
}

/** The same by EthereumJS, which takes bytes behind the list for the rest of a stream. */
function isPairToEthereumJs(encoded: Uint8Array): boolean {
  try {
    const items = RLP.decode(encoded)
    return Array.isArray(items) && items.length === 2 && !items.some(Array.isArray)
  } catch {
    return false
  }
}

test('is lost where EthereumJS refuses, whatever byte is another or missing', () => {
  const bytes = fc.oneof(fc.uint8Array({ maxLength: 3 }), fc.uint8Array({ maxLength: 70 }))
  const change = fc.record({ at: fc.nat(8), to: fc.nat(255), cut: fc.nat(2) })
  fc.assert(
    fc.property(bytes, bytes, change, (first, second, { at, to, cut }) => {
      const whole = encodeRlp([first, second])
      const encoded = whole.slice(0, whole.length - cut)
      if (at < encoded.length) encoded[at] = to
      expect(isPair(encoded)).toBe(isPairToEthereumJs(encoded))
    }),
    runs({ seed: 7, numRuns: 3_000 }),
  )
})

test.each([
  ['no list', [0x82, 1, 2]],
  ['nothing', []],
  ['a list in place of bytes', [0xc1, 0xc0]],
  ['a number with a zero in front', [0xc3, 0x82, 0, 1]],
  ['a number that is too long', [0xc4, 0x83, 1, 0, 0]],
  ['a zero that is written', [0xc1, 0]],
])('is lost in %s', (_, encoded) => {
  const reader = new RlpReader(Uint8Array.from(encoded), 0)
  reader.number(2)
  expect(reader.isLost).toBe(true)
})

test('writes a number as a word', () => {
  const reader = new RlpReader(encodeRlp([0x1234n, 0n, 2n ** 32n]), 0)
  const word = new Uint8Array(4).fill(9)
  reader.word(word)
  expect(word).toEqual(Uint8Array.of(0, 0, 0x12, 0x34))
  reader.word(word)
  expect(word).toEqual(new Uint8Array(4))
  expect(reader.isLost).toBe(false)
  reader.word(word)
  expect(reader.isLost).toBe(true)
})

test('steps over a list only if it is empty', () => {
  const reader = new RlpReader(encodeRlp([[], [1n]]), 0)
  reader.emptyList()
  expect(reader.isLost).toBe(false)
  reader.emptyList()
  expect(reader.isLost).toBe(true)
})
