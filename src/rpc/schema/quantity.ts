import * as v from 'valibot'
import { digitsOf, Problem, parsed, refined } from './parsed.ts'

/** A number of at most `bits` bits out of a JSON-RPC "quantity". */
export function parseQuantity(text: string, bits: number): bigint | Problem {
  const digits = digitsOf(text)
  if (digits instanceof Problem) return digits
  if (digits === '') return new Problem('hex string "0x"')
  if (digits.length > 1 && digits.startsWith('0')) {
    return new Problem('hex number with leading zero digits')
  }
  if (digits.length > bits / 4) return new Problem(`hex number > ${bits} bits`)
  return BigInt(`0x${digits}`)
}

/** Gas, nonces, block numbers, times. */
export const quantity64 = parsed((text) => parseQuantity(text, 64))

/** Wei and other words of the EVM. */
export const quantity256 = parsed((text) => parseQuantity(text, 256))

/** The position of something in a list. */
export const index = parsed((text) => {
  const value = parseQuantity(text, 64)
  return value instanceof Problem ? value : Number(value)
})

const decimal = /^(0|[1-9][0-9]*)$/
/** Longer than any number of 256 bits is written, in hex or decimal. */
const maxLooseLength = 78

/** Wei, nonces and parts of signatures that clients pad with zeros to a fixed width. */
export function paddedQuantity(bits: number) {
  return parsed((text) => parseQuantity(withoutPadding(text), bits))
}

/** Returns the hex number without leading zeros. Other texts stay as they are. */
export function withoutPadding(text: string): string {
  return text.replace(/^(0x)0+(?=[0-9a-f])/i, '$1')
}

/** A number as development tools send it: JSON number, hex with or without leading zeros, decimal. */
function looseQuantity(bits: number) {
  return v.pipe(
    v.union([v.string(), v.number()], 'expected a number or a hex string'),
    refined((value) => {
      if (typeof value === 'number') return wholeNumber(value)
      if (value.length > maxLooseLength) return new Problem(`number > ${bits} bits`)
      const parsedValue = decimal.test(value) ? BigInt(value) : looseHex(value)
      if (parsedValue instanceof Problem) return parsedValue
      return parsedValue >> BigInt(bits) === 0n ? parsedValue : new Problem(`number > ${bits} bits`)
    }),
  )
}

/** Gas, nonces, block numbers, times, as development tools send them. */
export const looseQuantity64 = looseQuantity(64)

/** Wei, as development tools send it. */
export const looseQuantity256 = looseQuantity(256)

/**
 * A JSON number, as far as Anvil takes one. What JavaScript writes for a number names it, so `1e18` loses no
 * digits; other programs' numbers above 2^53 are rounded, as in all nodes that are written in JavaScript.
 */
function wholeNumber(value: number): bigint | Problem {
  return Number.isInteger(value) && value >= 0 && value < 2 ** 64
    ? BigInt(String(value))
    : new Problem('expected a whole number below 2^64, or a hex string')
}

const paddedDecimal = /^[0-9]{1,78}$/

/**
 * A number of at most `bits` bits as Anvil and Hardhat read it: JSON number, decimal, hex with leading
 * zeros, or nothing, which is 0.
 */
export function emptyableQuantity(bits: number) {
  return v.pipe(
    v.union([v.string(), v.number()], 'expected a hex string or a number'),
    refined((value): bigint | Problem => {
      const parsed = typeof value === 'number' ? wholeNumber(value) : paddedNumber(value)
      if (parsed instanceof Problem || parsed >> BigInt(bits) === 0n) return parsed
      return new Problem(`number > ${bits} bits`)
    }),
  )
}

/** Digits after leading zeros that no number of 256 bits exceeds. */
const maxDigits = 64

function paddedNumber(text: string): bigint | Problem {
  if (text === '') return 0n
  if (paddedDecimal.test(text)) return BigInt(text)
  const digits = digitsOf(text)
  if (digits instanceof Problem) return digits
  const significant = digits.replace(/^0+/, '')
  if (significant.length > maxDigits) return new Problem('number > 256 bits')
  return BigInt(`0x0${significant}`)
}

/** A count, an index or milliseconds: a loose number of 31 bits. */
export const looseInteger = v.pipe(
  looseQuantity64,
  refined((value) =>
    value < 2n ** 31n ? Number(value) : new Problem('expected a number below 2^31'),
  ),
)

function looseHex(text: string): bigint | Problem {
  const digits = digitsOf(text)
  if (digits instanceof Problem) return digits
  return digits === '' ? new Problem('hex string "0x"') : BigInt(`0x${digits}`)
}

/** The number from which a time is milliseconds: as seconds it would be in the year 5138, as ms it is in 1973. */
const firstMs = 100_000_000_000n

const number = v.pipe(
  looseQuantity64,
  v.transform((value) => Number(value < firstMs ? value * 1000n : value)),
)

const date = v.pipe(
  v.union([v.string(), v.date()], 'expected a time'),
  refined((value) => {
    const ms = new Date(value).getTime()
    return Number.isNaN(ms) ? new Problem('expected a number or a date') : ms
  }),
)

/** A moment, as ms since 1970: in seconds or ms, or a date, which JSON makes a text of. */
export const time = v.lazy((input) => {
  const isDate = input instanceof Date || (typeof input === 'string' && input.includes('-'))
  return isDate ? date : number
})

const fraction = v.pipe(
  v.number(),
  refined((value) =>
    Number.isFinite(value) && value >= 0 ? value : new Problem('expected a number from 0 up'),
  ),
)

const whole = v.pipe(looseQuantity64, v.transform(Number))

const one = v.lazy((input) => (typeof input === 'number' ? fraction : whole))

/** The shortest and the longest of intervals from which each is drawn: Hardhat's form. */
const range = v.pipe(
  v.strictTuple([one, one]),
  refined(([shortest, longest]) =>
    shortest <= longest && longest > 0
      ? ([shortest, longest] as const)
      : new Problem('give the shorter interval first, and a longest above 0'),
  ),
)

/** A length of time in any unit, or a range of them: as development tools send numbers, with a fraction too. */
export const interval = v.lazy((input) => (Array.isArray(input) ? range : one))

/** More than a page of an explorer shows. */
const maxItems = 1_000

/** How many transactions a page has. */
export const pageSize = v.pipe(
  looseInteger,
  refined((size) =>
    size >= 1 && size <= maxItems ? size : new Problem(`expected a number from 1 to ${maxItems}`),
  ),
)
