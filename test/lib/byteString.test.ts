import { expect, test } from 'vitest'
import { byteString } from '../../src/lib/byteString.ts'

test('each byte is a character, in order, whatever the length', () => {
  for (const length of [0, 1, 19, 20, 21, 31, 32, 33, 256]) {
    const bytes = Uint8Array.from({ length }, (_, index) => 255 - index)
    expect([...byteString(bytes)].map((character) => character.charCodeAt(0))).toEqual([...bytes])
  }
})
