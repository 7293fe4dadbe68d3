import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { looseBlockId } from '../../schema/looseBlockId.ts'
import { formatTraces, traceFrames } from '../../trace/parity.ts'

/** As reth answers it: without rewards, as there are none. */
export const block = defineMethod({
  name: 'trace_block',
  summary:
    "Traces of all transactions of a block in Parity's form, at `pending` of those pre-confirmed; `null` when there is none.",
  params: v.strictTuple([looseBlockId]),
  handler: async ({ devnet, reader }, [id]) => {
    const view = await reader.find(id)
    if (view === undefined) return null
    return (await traceFrames(devnet, reader, view)).flatMap(formatTraces)
  },
})
