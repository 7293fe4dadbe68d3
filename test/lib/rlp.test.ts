import { type Input, RLP } from '@ethereumjs/rlp'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytesToHex, hexToBytes } from '../../src/lib/hex.ts'
import { encodeItems, encodeRlp, type RlpItem, readRlp } from '../../src/lib/rlp.ts'
import { runs } from '../support/runs.ts'

const { item } = fc.letrec<{ item: RlpItem }>((tie) => ({
  item: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.uint8Array({ maxLength: 80 }),
    fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
    fc.nat().map(BigInt),
    fc.array(tie('item'), { maxLength: 6 }),
  ),
}))

describe('encodeRlp', () => {
  it('encodes as EthereumJS does', () => {
    fc.assert(
      fc.property(item, (value) => {
        expect(encodeRlp(value)).toEqual(RLP.encode(value as Input))
      }),
      runs({ seed: 3, numRuns: 1_000 }),
    )
  })

  it.each([0n, 1n, 127n, 128n, 255n, 256n, 2n ** 40n - 1n, 2n ** 40n, 2n ** 53n, 2n ** 64n - 1n])(
    'encodes the number %i',
    (number) => {
      expect(encodeRlp(number)).toEqual(RLP.encode(number))
    },
  )

  it.each([0, 1, 55, 56, 255, 256, 65_535, 65_536, 100_000])('encodes %i bytes', (size) => {
    for (const byte of [0, 0x7f, 0x80]) {
      const bytes = new Uint8Array(size).fill(byte)
      // As digits: to compare so many bytes one by one takes seconds.
      expect(bytesToHex(encodeRlp(bytes))).toBe(bytesToHex(RLP.encode(bytes)))
      const list = [bytes, [bytes]]
      expect(bytesToHex(encodeRlp(list))).toBe(bytesToHex(RLP.encode(list)))
    }
  })

  it('takes items that are encoded already as they are', () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 6 }), item, (values, last) => {
        expect(encodeRlp([encodeItems(values), last])).toEqual(
          RLP.encode([...values, last] as Input),
        )
      }),
      runs({ seed: 3, numRuns: 500 }),
    )
  })

  it('puts the type in front', () => {
    expect(encodeRlp([1n], 2)).toEqual(Uint8Array.of(2, 0xc1, 1))
  })
})

/** What a decoder gives, or that it gives nothing. */
function tried(decode: (bytes: Uint8Array) => unknown, bytes: Uint8Array): unknown {
  try {
    return decode(bytes)
  } catch {
    return 'refused'
  }
}

describe('readRlp', () => {
  it('gives what was encoded, in copies', () => {
    fc.assert(
      fc.property(item, (value) => {
        const encoded = encodeRlp(value)
        const expected = RLP.decode(encoded)
        const read = readRlp(encoded)
        encoded.fill(0)
        expect(read).toEqual(expected)
      }),
      runs({ seed: 3, numRuns: 500 }),
    )
  })

  it('takes what EthereumJS takes, and refuses the rest', () => {
    const changed = fc.tuple(item, fc.nat(), fc.nat(255), fc.integer({ min: -2, max: 2 }))
    fc.assert(
      fc.property(changed, ([value, place, byte, longer]) => {
        const encoded = encodeRlp(value)
        const bytes = new Uint8Array(Math.max(1, encoded.length + longer))
        bytes.set(encoded.subarray(0, bytes.length))
        bytes[place % bytes.length] = byte
        expect(tried(readRlp, bytes)).toEqual(tried(RLP.decode, bytes))
      }),
      runs({ seed: 5, numRuns: 2_000 }),
    )
  })

  it.each([
    ['', 'it ends too soon'],
    ['83aabb', 'it ends too soon'],
    ['c2820102', 'it ends too soon'],
    ['0102', '1 bytes follow it'],
    ['8101', 'a byte is not in its shortest form'],
    ['b80101', 'a length is not in its shortest form'],
    ['b90001aa', 'a length is not in its shortest form'],
    ['bfffffffffffffffff', 'it ends too soon'],
  ])('refuses %s', (digits, problem) => {
    expect(() => readRlp(hexToBytes(digits))).toThrow(new RangeError(problem))
  })
})
