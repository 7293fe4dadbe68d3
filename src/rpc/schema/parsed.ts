import * as v from 'valibot'
import type { CompatRules } from '../../devnet/options/compatRules.ts'
import { defaultLimits, type Limits } from '../../lib/limits.ts'

/** What is wrong with a value, in geth's words. */
export class Problem {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** A schema for a string that `parse` turns into a value, or says what is wrong with it. */
export function parsed<Output>(parse: (text: string) => Output | Problem) {
  return v.pipe(v.string('expected a string'), refined(parse))
}

/** A step after a schema: a value made of the one before, or what is wrong with that. */
export function refined<Input, Output>(parse: (value: Input) => Output | Problem) {
  return v.rawTransform<Input, Output>(({ dataset, addIssue, NEVER }) => {
    const result = parse(dataset.value)
    if (!(result instanceof Problem)) return result
    addIssue({ message: result.text })
    return NEVER
  })
}

const hexDigits = /^[0-9a-f]*$/i

/** The digits after `0x`, or geth's words for what is wrong. */
export function digitsOf(text: string): string | Problem {
  if (text === '') return new Problem('empty hex string')
  if (!text.startsWith('0x') && !text.startsWith('0X')) {
    return new Problem('hex string without 0x prefix')
  }
  const digits = text.slice(2)
  return hexDigits.test(digits) ? digits : new Problem('invalid hex string')
}

/** The differences in how nodes read requests of calls and transactions. */
export type RequestHabits = Pick<
  CompatRules,
  'looseRequests' | 'gasPriceFirst' | 'canonicalNeedsHash'
>

/** How a chain reads parameters: its settings. */
export interface ReadingRules {
  readonly compatRules: RequestHabits
  readonly limits: Pick<Limits, 'jsonMembers' | 'proofSlots'>
}

/** The rules of the specification. */
export const specified: ReadingRules = {
  compatRules: { looseRequests: false, gasPriceFirst: false, canonicalNeedsHash: false },
  limits: defaultLimits,
}

/** The rules of the present parse: no parse waits, so there is one at a time. */
let current = specified

/** What the schema makes of a value. */
export function read<const schema extends v.GenericSchema>(
  schema: schema,
  value: unknown,
  rules: ReadingRules = current,
): v.SafeParseResult<schema> {
  const before = current
  current = rules
  try {
    return v.safeParse(schema, value, { abortEarly: true })
  } finally {
    current = before
  }
}

/** The rules by which a schema is asked to read. */
export function currentRules(): ReadingRules {
  return current
}
