import * as v from 'valibot'
import type { CompatRules } from '../../devnet/options/compatRules.ts'
import { defaultLimits, type Limits } from '../../lib/limits.ts'

/** In what nodes read requests of calls and transactions differently. */
export type RequestHabits = Pick<
  CompatRules,
  'looseRequests' | 'gasPriceFirst' | 'canonicalNeedsHash'
>

/** How a chain reads parameters: its settings. */
export interface ReadingRules {
  readonly compatRules: RequestHabits
  readonly limits: Pick<Limits, 'jsonMembers' | 'proofSlots'>
}

/** As the specification has requests. */
export const specified: ReadingRules = {
  compatRules: { looseRequests: false, gasPriceFirst: false, canonicalNeedsHash: false },
  limits: defaultLimits,
}

/** By which all schemas read at the moment: no parse waits, so there is one at a time. */
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
