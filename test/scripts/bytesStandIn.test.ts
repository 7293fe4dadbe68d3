import * as original from '@ethereumjs/util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as standIn from '../../scripts/standIns/bytes.ts'
import { runs } from '../support/runs.ts'

const bytes = fc.uint8Array({ maxLength: 40 })
const bits = fc.array(fc.nat(1), { maxLength: 20 })
const digits = fc.string({ unit: fc.constantFrom(...'0123456789abcdefF'), maxLength: 70 })
const hex = digits.map((text) => `0x${text}`)
const big = fc.bigInt({ min: 0n, max: 2n ** 256n })
const int = fc.nat()
const wrong = fc.constantFrom<unknown[]>('0xg', 'text', -1, 1.5, 2 ** 60, -1n, {}, true)

/** What each function is called with. */
const calls: Readonly<Record<keyof typeof standIn, fc.Arbitrary<readonly unknown[]>>> = {
  bytesToHex: fc.tuple(bytes),
  bytesToUnprefixedHex: fc.tuple(bytes),
  equalsBytes: fc.oneof(
    fc.tuple(bytes, bytes),
    bytes.map((one) => [one, one.slice()]),
  ),
  utf8ToBytes: fc.tuple(fc.string({ unit: 'grapheme' })),
  bytesToUtf8: fc.tuple(bytes),
  randomBytes: fc.constant([0]),
  unprefixedHexToBytes: fc.tuple(digits),
  hexToBytes: fc.tuple(fc.oneof(hex, digits)),
  hexToBigInt: fc.tuple(fc.oneof(hex, digits)),
  bytesToBigInt: fc.tuple(fc.oneof(bytes, wrong), fc.boolean()),
  bytesToInt: fc.tuple(fc.oneof(bytes, fc.uint8Array({ maxLength: 6 }))),
  intToHex: fc.tuple(fc.oneof(int, wrong)),
  intToBytes: fc.tuple(fc.oneof(int, wrong)),
  bigIntToHex: fc.tuple(big),
  bigIntToBytes: fc.tuple(big, fc.boolean()),
  setLengthLeft: fc.tuple(bytes, fc.nat(40), fc.record({ allowTruncate: fc.boolean() })),
  setLengthRight: fc.tuple(bytes, fc.nat(40), fc.record({ allowTruncate: fc.boolean() })),
  unpadBytes: fc.tuple(fc.oneof(bytes, fc.constant(new Uint8Array(3)))),
  intToUnpaddedBytes: fc.tuple(int),
  bigIntToUnpaddedBytes: fc.tuple(big),
  bigIntToAddressBytes: fc.tuple(big, fc.boolean()),
  toBytes: fc.tuple(
    fc.oneof(bytes, hex, big, int, wrong, fc.array(int), fc.constant(null), fc.constant(undefined)),
  ),
  addHexPrefix: fc.tuple(fc.oneof(hex, digits)),
  short: fc.tuple(fc.oneof(bytes, hex, digits), fc.nat(60)),
  validateNoLeadingZeroes: fc.tuple(fc.record({ nonce: bytes })),
  bigIntMax: fc.array(big, { minLength: 1, maxLength: 4 }),
  bigIntMin: fc.array(big, { minLength: 1, maxLength: 4 }),
  concatBytes: fc.array(bytes, { maxLength: 4 }),
  bytesToInt32: fc.tuple(bytes, fc.boolean()),
  int32ToBytes: fc.tuple(int, fc.boolean()),
  bytesToBits: fc.tuple(bytes),
  bitsToBytes: fc.tuple(bits),
  matchingBitsLength: fc.tuple(bits, bits),
  equalsBits: fc.oneof(
    fc.tuple(bits, bits),
    bits.map((one) => [one, [...one]]),
  ),
}

type Function = (...args: readonly unknown[]) => unknown

/** What a call returns; `refused` for an error, whose words may differ. */
function result(of: Readonly<Record<string, unknown>>, name: string, args: readonly unknown[]) {
  try {
    return { returned: (of[name] as Function)(...args) }
  } catch {
    return 'refused'
  }
}

describe('the functions over bytes that stand in for EthereumJS’s', () => {
  it.each(Object.entries(calls))('%s returns what the original does', (name, args) => {
    fc.assert(
      fc.property(args, (given) => {
        expect(result(standIn, name, given)).toEqual(result(original, name, given))
      }),
      runs({ seed: 15 }),
    )
  })
})
