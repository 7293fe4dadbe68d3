import * as v from 'valibot'
import { field, object } from '../object.ts'
import { goDuration } from './goDuration.ts'

/** How long a method may trace that has no other options; without it `--trace-timeout` holds. */
export const traceLimit = v.optional(object({ timeout: field(goDuration) }), {})
