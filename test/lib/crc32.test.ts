import { expect, it } from 'vitest'
import { crc32 } from '../../src/execution/forkConfig.ts'

it.each([
  ['', 0],
  ['123456789', 0xcbf43926],
  ['The quick brown fox jumps over the lazy dog', 0x414fa339],
])('of %j', (text, expected) => {
  expect(crc32(new TextEncoder().encode(text))).toBe(expected)
})
