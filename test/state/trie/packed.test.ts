import { expect, test } from 'vitest'
import { numberToBytes } from '../../../src/lib/hex.ts'
import {
  pack,
  packSlot,
  packTrimmed,
  unpack,
  unpackWord,
  writePacked,
} from '../../../src/state/trie/packed.ts'

const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte)

test('bytes come back as they were, as a copy', () => {
  const packed = pack(everyByte)
  const bytes = unpack(packed)
  expect(bytes).toEqual(everyByte)
  bytes[0] = 1
  expect(unpack(packed)[0]).toBe(0)
})

test('a number loses the zeros in front and gets them back', () => {
  const word = new Uint8Array(32)
  word.set([1, 0, 2], 29)
  expect(packTrimmed(word)).toBe(pack(Uint8Array.of(1, 0, 2)))
  expect(unpackWord(packTrimmed(word))).toEqual(word)
  expect(packTrimmed(new Uint8Array(32))).toBe('')
  expect(unpackWord('')).toEqual(new Uint8Array(32))
})

test('packed bytes are written in place', () => {
  const out = new Uint8Array(4)
  expect(writePacked(out, 1, pack(Uint8Array.of(7, 8)))).toBe(3)
  expect(out).toEqual(Uint8Array.of(0, 7, 8, 0))
})

test('a number of any length loses the zeros in front', () => {
  for (let zeros = 0; zeros <= 32; zeros++) {
    const word = new Uint8Array(32).fill(0xab, zeros)
    expect(packTrimmed(word)).toBe(pack(word.subarray(zeros)))
  }
})

test.each([0, 1, 255, 256, 16_381, 2 ** 31, 2 ** 32, 2 ** 40 + 7, 2 ** 48 - 1])(
  'the slot of the number %d is its word',
  (number) => {
    expect(packSlot(number)).toBe(pack(numberToBytes(number, 32)))
  },
)
