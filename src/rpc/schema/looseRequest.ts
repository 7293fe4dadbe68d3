import * as v from 'valibot'
import { currentRules, digitsOf, Problem, type RequestHabits, refined } from './parsed.ts'
import { wholeNumber } from './quantity.ts'

/** One of two schemas, by whether the node has the habit. */
export function byHabit<
  const without extends v.GenericSchema,
  const having extends v.GenericSchema<unknown, v.InferOutput<without>>,
>(habit: keyof RequestHabits, without: without, having: having) {
  return v.lazy(() => (currentRules().compatRules[habit] ? having : without))
}

const decimal = /^[0-9]{1,78}$/

/**
 * A number of at most `bits` bits as Anvil and Hardhat read it: JSON number, decimal, hex with leading
 * zeros, or nothing, which is 0.
 */
export function emptyableQuantity(bits: number) {
  return v.pipe(
    v.union([v.string(), v.number()], 'expected a hex string or a number'),
    refined((value): bigint | Problem => {
      const parsed = typeof value === 'number' ? wholeNumber(value) : numberOf(value)
      if (parsed instanceof Problem || parsed >> BigInt(bits) === 0n) return parsed
      return new Problem(`number > ${bits} bits`)
    }),
  )
}

/** The type of a transaction, read as other numbers are. */
export const looseIndex = v.pipe(
  emptyableQuantity(64),
  v.transform((value) => Number(value)),
)

/** What the schema reads, with or without `0x`. */
export function unprefixed<const schema extends v.GenericSchema<string, unknown>>(schema: schema) {
  return v.pipe(
    v.string('expected a string'),
    v.transform((text) => (/^0x/i.test(text) ? text : `0x${text}`)),
    schema,
  )
}

/** Digits after leading zeros that no number of 256 bits exceeds. */
const mostDigits = 64

function numberOf(text: string): bigint | Problem {
  if (text === '') return 0n
  if (decimal.test(text)) return BigInt(text)
  const digits = digitsOf(text)
  if (digits instanceof Problem) return digits
  const significant = digits.replace(/^0+/, '')
  if (significant.length > mostDigits) return new Problem('number > 256 bits')
  return BigInt(`0x0${significant}`)
}
