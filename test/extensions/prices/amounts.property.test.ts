import {
  assert,
  asyncProperty,
  bigInt,
  boolean,
  constantFrom,
  double,
  integer,
  property,
} from 'fast-check'
import { expect, test } from 'vitest'
import {
  parsePrice,
  priceOf,
  scaled,
  sqrtPriceX96,
  squareRoot,
  unscaled,
} from '../../../src/extensions/prices/amounts.ts'
import { testDevnet } from '../../support/testDevnet.ts'

/** Prices of six digits, as they are on markets. */
const prices = double({ min: -5, max: 6, noNaN: true }).map((power) =>
  Number((10 ** power).toPrecision(6)),
)

test('a price is read as it is written, rounded to the decimals of an answer', () => {
  const numbers = integer({ min: -(10 ** 9), max: 10 ** 9 })
  const decimals = integer({ min: 0, max: 12 })
  assert(
    property(numbers, decimals, decimals, (digits, places, wanted) => {
      const price = parsePrice('price', `${digits}e-${places}`)
      const exact = BigInt(digits) * 10n ** BigInt(wanted)
      const off = scaled(price, wanted) * 10n ** BigInt(places) - exact
      expect(2n * (off < 0n ? -off : off) <= 10n ** BigInt(places)).toBe(true)
      expect(unscaled(BigInt(digits), places)).toBe(Number(`${digits}e-${places}`))
    }),
  )
})

test('a square root is the largest whole number whose square is not above', () => {
  assert(
    property(bigInt({ min: 0n, max: 2n ** 400n }), (value) => {
      const root = squareRoot(value)
      expect(root * root <= value && value < (root + 1n) ** 2n).toBe(true)
    }),
  )
})

test('the price of a square root is the price that it was made of', () => {
  const decimals = constantFrom(6, 8, 18)
  assert(
    property(
      prices,
      boolean(),
      decimals,
      decimals,
      (price, isBase0, baseDecimals, quoteDecimals) => {
        const tokens = { isBase0, baseDecimals, quoteDecimals }
        const found = priceOf(sqrtPriceX96(parsePrice('price', price), tokens), tokens)
        expect(Math.abs(found / price - 1)).toBeLessThan(1e-9)
      },
    ),
  )
})

test('pools and oracles come to any price from any other', async () => {
  await using devnet = await testDevnet({ mining: 'auto' })
  const pairs = constantFrom('ETH/USD', 'BTC/USD', 'USDC/ETH', 'X/Y')
  await assert(
    asyncProperty(pairs, prices, async (pair, price) => {
      await devnet.prices.set(pair, price)
      const { value, decimals, pools } = await devnet.prices.get(pair)
      expect(Math.abs(value - price)).toBeLessThanOrEqual(0.51 * 10 ** -decimals)
      for (const pool of pools) expect(Math.abs(pool.value / price - 1)).toBeLessThan(1e-6)
    }),
    { numRuns: 40 },
  )
})
