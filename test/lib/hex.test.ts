import { expect, test } from 'vitest'
import { bytesToHex, hexToBytes } from '../../src/lib/hex.ts'

test('bytes of any length come back from their digits', () => {
  for (let length = 0; length <= 130; length++) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 77) & 255)
    const hex = bytesToHex(bytes)
    expect(hex).toBe(`0x${Buffer.from(bytes).toString('hex')}`)
    expect(hexToBytes(hex)).toEqual(bytes)
  }
})
