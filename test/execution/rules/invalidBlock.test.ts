import { expect, test } from 'vitest'
import { InvalidBlock, requireEqual } from '../../../src/execution/rules/invalidBlock.ts'

test('it tells the block, what of it is wrong, and why', () => {
  const error = new InvalidBlock(7n, 'transaction 3', 'nonce too low')
  expect(error).toMatchObject({ number: 7n, what: 'transaction 3', got: undefined })
  expect(error.message).toBe('block 7 is invalid: transaction 3: nonce too low')
})

test('two values that differ are both reported', () => {
  const root = (byte: number) => new Uint8Array(32).fill(byte)
  expect(() => requireEqual(7n, 'gas used', 5n, 6n)).toThrow(
    'block 7 is invalid: gas used: it has 5, but must have 6',
  )
  expect(() => requireEqual(7n, 'state root', root(0xaa), root(0xbb))).toThrow(
    `state root: it has 0x${'aa'.repeat(32)}, but must have 0x${'bb'.repeat(32)}`,
  )
  expect(() => requireEqual(7n, 'requests hash', undefined, root(1))).toThrow(
    'requests hash: it has none, but must have 0x01',
  )
})

test('equal values are fine', () => {
  requireEqual(7n, 'gas used', 5n, 5n)
  requireEqual(7n, 'state root', Uint8Array.of(1, 2), Uint8Array.of(1, 2))
  requireEqual(7n, 'requests hash', undefined, undefined)
})

test('a message has no room for a bloom, but the error has', () => {
  const bloom = (byte: number) => new Uint8Array(256).fill(byte)
  const check = () => requireEqual(7n, 'logs bloom', bloom(1), bloom(2))
  expect(check).toThrow(expect.objectContaining({ want: `0x${'02'.repeat(256)}` }))
  expect(check).toThrow(/it has 0x[01]+…, but must have 0x[02]+…$/)
})
