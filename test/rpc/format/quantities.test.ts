import { expect, test } from 'vitest'
import { formatQuantities } from '../../../src/rpc/format/quantities.ts'

test('numbers become quantities at any depth, all else stays', () => {
  const value = {
    hash: '0xab',
    count: 10,
    wei: 2n ** 70n,
    isThere: true,
    nothing: null,
    left: undefined,
    list: [1, 'one', { two: 2n }],
  }
  expect(formatQuantities(value)).toEqual({
    hash: '0xab',
    count: '0xa',
    wei: '0x400000000000000000',
    isThere: true,
    nothing: null,
    list: ['0x1', 'one', { two: '0x2' }],
  })
})
