import * as v from 'valibot'
import { goDuration } from './goDuration.ts'
import { field, object } from './object.ts'

/** How long a method may trace that has no other options; without it `--trace-timeout` holds. */
export const traceLimit = v.optional(object({ timeout: field(goDuration) }), {})
