import { describe, expect, test } from 'vitest'
import { isPricedToReplace } from '../../src/txpool/replacement.ts'

describe('a replacement', () => {
  test('raises the fee cap and the tip cap by at least 10 %', () => {
    const previous = { feeCap: 1000n, tipCap: 100n }
    expect(isPricedToReplace(previous, { feeCap: 1100n, tipCap: 110n })).toBe(true)
    expect(isPricedToReplace(previous, { feeCap: 1099n, tipCap: 110n })).toBe(false)
    expect(isPricedToReplace(previous, { feeCap: 1100n, tipCap: 109n })).toBe(false)
    expect(isPricedToReplace(previous, { feeCap: 5000n, tipCap: 100n })).toBe(false)
  })

  test('is accepted with a bump that a client rounded down', () => {
    const fee = 1_000_000_007n
    const bumped = (fee * 110n) / 100n
    expect(
      isPricedToReplace({ feeCap: fee, tipCap: fee }, { feeCap: bumped, tipCap: bumped }),
    ).toBe(true)
  })

  test('raises fees by something even where 10 % is less than one wei', () => {
    const previous = { feeCap: 5n, tipCap: 0n }
    expect(isPricedToReplace(previous, { feeCap: 5n, tipCap: 0n })).toBe(false)
    expect(isPricedToReplace(previous, { feeCap: 6n, tipCap: 0n })).toBe(false)
    expect(isPricedToReplace(previous, { feeCap: 6n, tipCap: 1n })).toBe(true)
  })

  test('of a blob transaction doubles all three caps', () => {
    const previous = { feeCap: 100n, tipCap: 10n, blobFeeCap: 4n }
    expect(isPricedToReplace(previous, { feeCap: 200n, tipCap: 20n, blobFeeCap: 8n })).toBe(true)
    expect(isPricedToReplace(previous, { feeCap: 199n, tipCap: 20n, blobFeeCap: 8n })).toBe(false)
    expect(isPricedToReplace(previous, { feeCap: 200n, tipCap: 19n, blobFeeCap: 8n })).toBe(false)
    expect(isPricedToReplace(previous, { feeCap: 200n, tipCap: 20n, blobFeeCap: 7n })).toBe(false)
  })

  test('of a blob transaction by one without blobs doubles the other two', () => {
    const previous = { feeCap: 100n, tipCap: 10n, blobFeeCap: 4n }
    expect(isPricedToReplace(previous, { feeCap: 200n, tipCap: 20n })).toBe(true)
    expect(isPricedToReplace(previous, { feeCap: 110n, tipCap: 11n })).toBe(false)
  })
})

test('by a higher cap is asked for that alone', () => {
  const previous = { feeCap: 1000n, tipCap: 100n, blobFeeCap: 4n }
  const next = { feeCap: 1001n, tipCap: 50n, blobFeeCap: 4n }
  expect(isPricedToReplace(previous, next, 'higherCap')).toBe(true)
  expect(isPricedToReplace(previous, { ...next, feeCap: 1000n }, 'higherCap')).toBe(false)
})
