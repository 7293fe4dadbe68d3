import * as v from 'valibot'
import { digitsOf, Problem, refined } from './parsed.ts'

/** How parameters are read: what `read` hands to every schema inside. */
interface Reading extends v.Config<v.BaseIssue<unknown>> {
  readonly looseRequests: boolean
}

/** What the schema makes of a value; `looseRequests`: as of `CompatRules`. */
export function read<const schema extends v.GenericSchema>(
  schema: schema,
  value: unknown,
  looseRequests: boolean,
): v.OutputDataset<v.InferOutput<schema>, v.InferIssue<schema>> {
  // Not by `safeParse`, which hands on only those settings that it knows.
  const reading: Reading = { abortEarly: true, looseRequests }
  return schema['~run']({ value }, reading)
}

/** One of two schemas, by how the parameters are read. */
export function byLooseness<
  const strict extends v.GenericSchema,
  const loose extends v.GenericSchema<unknown, v.InferOutput<strict>>,
>(strict: strict, loose: loose): strict {
  const run: strict['~run'] = (dataset, config) =>
    'looseRequests' in config && config.looseRequests === true
      ? loose['~run'](dataset, config)
      : strict['~run'](dataset, config)
  return { ...strict, '~run': run }
}

const decimal = /^[0-9]{1,78}$/

/**
 * A number of at most `bits` bits as Anvil and Hardhat read it: JSON number, decimal, hex with leading
 * zeros, or nothing, which is 0. JSON numbers that have lost digits on the way are refused.
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

function wholeNumber(value: number): bigint | Problem {
  return Number.isSafeInteger(value) && value >= 0
    ? BigInt(value)
    : new Problem('expected a whole number from 0 to 2^53 - 1, or a hex string')
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
