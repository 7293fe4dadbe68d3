import * as v from 'valibot'
import { field, object } from './object.ts'
import { Problem, refined } from './parsed.ts'
import { looseInteger, pageSize } from './quantity.ts'

const units = ['line', 'expression', 'instruction'] as const

const flag = v.optional(v.boolean('expected a boolean'), false)

const fields = object({
  unit: v.optional(v.picklist(units, `expected one of ${units.join(', ')}`), 'line'),
  from: field(looseInteger),
  before: field(looseInteger),
  count: v.optional(pageSize, 100),
  memory: flag,
  sources: flag,
})

/** Which steps of a run are told: a hundred lines from its beginning, unless it says otherwise. */
export const optionalStepWindow = v.optional(
  v.pipe(
    fields,
    refined(({ from, ...others }) =>
      from !== undefined && others.before !== undefined
        ? new Problem('expected either from or before')
        : { from: from ?? 0, ...others },
    ),
  ),
  {},
)
