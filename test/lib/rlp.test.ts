import { type Input, RLP } from '@ethereumjs/rlp'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytesToHex } from '../../src/lib/hex.ts'
import { encodeItems, encodeRlp, type RlpItem } from '../../src/lib/rlp.ts'
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
