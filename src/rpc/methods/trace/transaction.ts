import * as v from 'valibot'
import { jsonInTurns } from '../../jsonInTurns.ts'
import { defineMethod } from '../../method.ts'
import { hash32 } from '../../schema/hash32.ts'
import { traceLimit } from '../../schema/trace/traceLimit.ts'
import { traceFramesOf, traceTexts } from '../../trace/parity.ts'
import { traceEngine } from '../../trace/tracing.ts'

/** As reth answers it; gas of the outermost frame as receipts and geth's tracers have it. */
export const transaction = defineMethod({
  name: 'trace_transaction',
  summary:
    "Calls, creations and selfdestructs of a sealed or pre-confirmed transaction in Parity's form; `null` while it has not run.",
  params: v.strictTuple([hash32, traceLimit]),
  handler: async ({ devnet, reader }, [hash, limit]) => {
    const traced = await traceFramesOf(traceEngine(devnet, limit), reader, hash)
    return traced && jsonInTurns(devnet.machines.clock, traceTexts([traced]))
  },
})
