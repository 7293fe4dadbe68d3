import { expect, test } from 'vitest'
import { greater, lesser } from '../../src/lib/bigints.ts'

test('of two numbers the lesser and the greater one, in either order', () => {
  for (const [low, high] of [
    [-1n, 0n],
    [2n, 3n],
    [2n ** 64n, 2n ** 256n],
    [7n, 7n],
  ] as const) {
    expect([lesser(low, high), lesser(high, low)]).toEqual([low, low])
    expect([greater(low, high), greater(high, low)]).toEqual([high, high])
  }
})
