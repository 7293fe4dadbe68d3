import * as v from 'valibot'
import { jsonInTurns } from '../../jsonInTurns.ts'
import { defineMethod } from '../../method.ts'
import { looseBlockId } from '../../schema/looseBlockId.ts'
import { traceLimit } from '../../schema/trace/traceLimit.ts'
import { traceFrames, traceTexts } from '../../trace/parity.ts'
import { traceEngine } from '../../trace/tracing.ts'

/** As reth answers it: without rewards, as there are none. */
export const block = defineMethod({
  name: 'trace_block',
  summary:
    "Traces of all transactions of a block in Parity's form, at `pending` of those pre-confirmed; `null` when there is none.",
  params: v.strictTuple([looseBlockId, traceLimit]),
  handler: async ({ devnet, reader }, [id, limit]) => {
    const view = await reader.find(id)
    if (view === undefined) return null
    const traced = await traceFrames(traceEngine(devnet, limit), reader, view)
    return jsonInTurns(devnet.machines.clock, traceTexts(traced))
  },
})
