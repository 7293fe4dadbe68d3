import type * as v from 'valibot'
import type { CompatRules } from '../../devnet/options/compatRules.ts'
import { defaultLimits, type Limits } from '../../lib/limits.ts'
import { datasetOf } from './parsed.ts'

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

/** What `read` hands to every schema inside. */
interface Reading extends v.Config<v.BaseIssue<unknown>> {
  readonly rules: ReadingRules
}

/** What the schema makes of a value. */
export function read<const schema extends v.GenericSchema>(
  schema: schema,
  value: unknown,
  rules: ReadingRules,
): v.OutputDataset<v.InferOutput<schema>, v.InferIssue<schema>> {
  // Not by `safeParse`, which hands on only those settings that it knows.
  const reading: Reading = { abortEarly: true, rules }
  return schema['~run'](datasetOf(value), reading)
}

/** The rules by which a schema is asked to read, from the configuration that valibot hands it. */
export function rulesOf(config: object): ReadingRules {
  return 'rules' in config ? (config as Reading).rules : specified
}
