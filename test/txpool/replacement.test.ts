import { describe, expect, test } from 'vitest'
import { missingRaise } from '../../src/txpool/senderQueue.ts'

describe('a replacement', () => {
  test('raises the fee cap and the tip cap by at least 10 %', () => {
    const previous = { feeCap: 1000n, tipCap: 100n }
    expect(missingRaise(previous, { feeCap: 1100n, tipCap: 110n })).toBeUndefined()
    expect(missingRaise(previous, { feeCap: 1099n, tipCap: 110n })).toBeDefined()
    expect(missingRaise(previous, { feeCap: 1100n, tipCap: 109n })).toBeDefined()
    expect(missingRaise(previous, { feeCap: 5000n, tipCap: 100n })).toBeDefined()
  })

  test('is accepted with a bump that a client rounded down', () => {
    const fee = 1_000_000_007n
    const bumped = (fee * 110n) / 100n
    expect(
      missingRaise({ feeCap: fee, tipCap: fee }, { feeCap: bumped, tipCap: bumped }),
    ).toBeUndefined()
  })

  test('raises fees by something even where 10 % is less than one wei', () => {
    const previous = { feeCap: 5n, tipCap: 0n }
    expect(missingRaise(previous, { feeCap: 5n, tipCap: 0n })).toBeDefined()
    expect(missingRaise(previous, { feeCap: 6n, tipCap: 0n })).toBeDefined()
    expect(missingRaise(previous, { feeCap: 6n, tipCap: 1n })).toBeUndefined()
  })

  test('of a blob transaction doubles all three caps', () => {
    const previous = { feeCap: 100n, tipCap: 10n, blobFeeCap: 4n }
    expect(missingRaise(previous, { feeCap: 200n, tipCap: 20n, blobFeeCap: 8n })).toBeUndefined()
    expect(missingRaise(previous, { feeCap: 199n, tipCap: 20n, blobFeeCap: 8n })).toBeDefined()
    expect(missingRaise(previous, { feeCap: 200n, tipCap: 19n, blobFeeCap: 8n })).toBeDefined()
    expect(missingRaise(previous, { feeCap: 200n, tipCap: 20n, blobFeeCap: 7n })).toBeDefined()
  })

  test('of a blob transaction by one without blobs doubles the other two', () => {
    const previous = { feeCap: 100n, tipCap: 10n, blobFeeCap: 4n }
    expect(missingRaise(previous, { feeCap: 200n, tipCap: 20n })).toBeUndefined()
    expect(missingRaise(previous, { feeCap: 110n, tipCap: 11n })).toBeDefined()
  })
})

test('by a higher cap is asked for that alone', () => {
  const previous = { feeCap: 1000n, tipCap: 100n, blobFeeCap: 4n }
  const next = { feeCap: 1001n, tipCap: 50n, blobFeeCap: 4n }
  expect(missingRaise(previous, next, 'higherCap')).toBeUndefined()
  expect(missingRaise(previous, { ...next, feeCap: 1000n }, 'higherCap')).toBeDefined()
})
