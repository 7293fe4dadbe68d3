import { expect, test } from 'vitest'
import {
  bytesOfHex,
  bytesOfManyDigits,
  bytesToHex,
  hexToBytes,
  isHexBytes,
  writeDigits,
} from '../../src/lib/hex.ts'

test('bytes of any length come back from their digits', () => {
  for (let length = 0; length <= 130; length++) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 77) & 255)
    const hex = bytesToHex(bytes)
    expect(hex).toBe(`0x${Buffer.from(bytes).toString('hex')}`)
    expect(hexToBytes(hex)).toEqual(bytes)
  }
})

test.each(['g', ' ', '\u00e9', '\u0130', '\u3061'])(
  '%j is no digit, however many there are',
  (wrong) => {
    for (const digits of [2, 126, 128, 1_000]) {
      for (const at of [0, digits - 1]) {
        const hex = `${'0'.repeat(at)}${wrong}${'0'.repeat(digits - at - 1)}`
        expect(() => hexToBytes(hex)).toThrow(RangeError)
        expect(bytesOfManyDigits(hex)).toBeUndefined()
      }
    }
  },
)

test('digits are written in place', () => {
  const bytes = new Uint8Array(4)
  writeDigits('0aFF', bytes, 1)
  expect(bytes).toEqual(Uint8Array.of(0, 10, 255, 0))
})

test('hex of many megabytes is checked without a stack', () => {
  const hex = `0x${'aB'.repeat(2 ** 23)}`
  expect([isHexBytes(hex), bytesOfHex(hex)?.length]).toEqual([true, 2 ** 23])
  for (const wrong of [`${hex}g0`, `${hex}0`, hex.slice(2), '', '0x0x12', '0x1']) {
    expect([isHexBytes(wrong), bytesOfHex(wrong)]).toEqual([false, undefined])
  }
  expect([bytesOfHex('0x'), bytesOfHex('0X0a')]).toEqual([new Uint8Array(), Uint8Array.of(10)])
})
