import { expect, test } from 'vitest'
import { newBytes } from '../../src/lib/hex.ts'

test('gives so many zeros each time, whatever is written to those before', () => {
  for (let round = 0; round < 6; round++) {
    for (const length of [0, 1, 64, 65, 256, 1000, 1024, 1025, 5000]) {
      const bytes = newBytes(length)
      expect(bytes).toEqual(new Uint8Array(length))
      bytes.fill(255)
    }
  }
})

test('pieces are apart', () => {
  const pieces = Array.from({ length: 100 }, (_, index) => newBytes(65 + index).fill(index))
  pieces.forEach((piece, index) => {
    expect(piece).toEqual(new Uint8Array(65 + index).fill(index))
  })
})
