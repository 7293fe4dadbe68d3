import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { hash32 } from '../../schema/hash32.ts'
import { boundedList } from '../../schema/object.ts'
import { looseInteger } from '../../schema/quantity.ts'
import { traceLimit } from '../../schema/trace/traceLimit.ts'
import { formatTrace, traceFramesOf } from '../../trace/parity.ts'
import { traceEngine } from '../../trace/tracing.ts'

/** The protocol's limit on calls in calls. */
const mostDepth = 1024

/** As Parity documents it: the positions lead from the outermost frame inwards. */
export const get = defineMethod({
  name: 'trace_get',
  summary: 'The trace at a position of a transaction, `[]` for the outermost; `null` for none.',
  params: v.strictTuple([hash32, boundedList(looseInteger, mostDepth), traceLimit]),
  handler: async ({ devnet, reader }, [hash, positions, limit]) => {
    const traced = await traceFramesOf(traceEngine(devnet, limit), reader, hash)
    if (traced === undefined) return null
    const wanted = positions.join()
    const { frames, place } = traced
    const found = frames.find(({ traceAddress }) => traceAddress.join() === wanted)
    return found === undefined ? null : formatTrace(found, place)
  },
})
