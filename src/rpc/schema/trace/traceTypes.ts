import * as v from 'valibot'
import { boundedList } from '../object.ts'
import { Problem, refined } from '../parsed.ts'

/** What Parity tells of a transaction. */
export type TraceType = 'trace' | 'stateDiff' | 'vmTrace'

const names = ['trace', 'stateDiff', 'vmTrace'] as const satisfies readonly TraceType[]

const name = v.picklist(names, 'expected "trace", "stateDiff" or "vmTrace"')

/** What is to be told. */
export const traceTypes = v.pipe(
  boundedList(name, names.length),
  refined((types) =>
    types.length > names.length ? new Problem(`more than ${names.length} types`) : new Set(types),
  ),
)
