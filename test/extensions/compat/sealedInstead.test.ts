import { expect, it } from 'vitest'
import { sealedInstead } from '../../../src/extensions/compat/base.ts'

it('names the newest sealed block instead of the pending one', () => {
  expect(sealedInstead({ tag: 'pending' })).toEqual({ tag: 'latest' })
})

it('leaves other blocks, and flashblocks', () => {
  for (const id of [
    { tag: 'earliest' },
    { number: 3n },
    { hash: '0x12' },
    { flashblock: 1 },
  ] as const) {
    expect(sealedInstead(id)).toBe(id)
  }
})
