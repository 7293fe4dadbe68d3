import { InvalidOption } from '../../devnet/options/optionValues.ts'

/** A decimal number: `digits` times ten to the power of `-decimals`. */
export interface Price {
  readonly digits: bigint
  readonly decimals: number
}

/** The maximum number of digits before or after the point. */
const maxPower = 36

const written = /^(-?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,2}))?$/i

/** The largest price, which Pyth can still have. */
const maxPrice = 10n ** 18n

/** Throws an `InvalidOption` for what is no number, or too large. */
export function parsePrice(option: string, value: unknown): Price {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value : ''
  const [, sign, whole = '', fraction = '', exponent = '0'] = written.exec(text.trim()) ?? []
  const decimals = fraction.length - Number(exponent)
  const digits = whole + fraction
  if (sign === undefined || digits === '' || digits.length > maxPower) return refuse(option, value)
  if (Math.abs(decimals) > maxPower) return refuse(option, value)
  const number = BigInt(`${sign}${digits}`)
  const price =
    decimals < 0
      ? { digits: number * 10n ** BigInt(-decimals), decimals: 0 }
      : { digits: number, decimals }
  const rounded = scaled(price, 0)
  return rounded > maxPrice || rounded < -maxPrice ? refuse(option, value) : price
}

function refuse(option: string, value: unknown): never {
  const advice = 'give a number up to 1e18, or one as text such as 0.9995, of at most 36 digits'
  throw new InvalidOption(option, value, advice)
}

/** The price as a whole number with the wanted decimals, rounded to the nearest. */
export function scaled({ digits, decimals }: Price, wanted: number): bigint {
  if (wanted >= decimals) return digits * 10n ** BigInt(wanted - decimals)
  const divisor = 10n ** BigInt(decimals - wanted)
  const half = digits < 0n ? -divisor / 2n : divisor / 2n
  return (digits + half) / divisor
}

/** A whole number with decimals as a number of JavaScript. */
export function unscaled(answer: bigint, decimals: number): number {
  const digits = `${answer < 0n ? -answer : answer}`.padStart(decimals + 1, '0')
  const point = digits.length - decimals
  const number = Number(`${digits.slice(0, point)}.${digits.slice(point)}`)
  return answer < 0n ? -number : number
}

/** Which tokens a pool swaps, as far as its price goes. */
export interface PoolTokens {
  /** Whether the token whose price it is comes first. */
  readonly isBase0: boolean
  readonly baseDecimals: number
  readonly quoteDecimals: number
}

/** What Uniswap v3 can have, and others too. */
const minRoot = 4295128739n
const maxRoot = 1461446703485210103287273052203988822378723970342n

/**
 * The square root of how much of token1 a token0 is worth, in the smallest units of both, times 2^96. Throws an
 * `InvalidOption` for a price that no pool can have.
 */
export function sqrtPriceX96(price: Price, tokens: PoolTokens): bigint {
  const quote = price.digits * 10n ** BigInt(tokens.quoteDecimals)
  const base = 10n ** BigInt(price.decimals + tokens.baseDecimals)
  const [above, below] = tokens.isBase0 ? [quote, base] : [base, quote]
  const root = squareRoot((above << 192n) / below)
  if (root > minRoot && root < maxRoot) return root
  const text = `${price.digits}e-${price.decimals}`
  throw new InvalidOption('price', text, "no pool can have it: give sources: ['chainlink', 'pyth']")
}

const digitsKept = 10n ** 18n

/** The price that a pool's square root stands for. */
export function priceOf(sqrtPrice: bigint, tokens: PoolTokens): number {
  const ratio = sqrtPrice * sqrtPrice
  const [above, below] = tokens.isBase0 ? [ratio, 1n << 192n] : [1n << 192n, ratio]
  const base = 10n ** BigInt(tokens.baseDecimals)
  const quote = 10n ** BigInt(tokens.quoteDecimals)
  return unscaled((above * base * digitsKept) / (below * quote), 18)
}

/** Rounded down. */
export function squareRoot(value: bigint): bigint {
  if (value < 2n) return value
  let root = 1n << BigInt((value.toString(2).length + 1) >> 1)
  for (;;) {
    const next = (root + value / root) >> 1n
    if (next >= root) return root
    root = next
  }
}
