import * as v from 'valibot'
import { traceTransaction } from '../../../execution/trace/replay.ts'
import { jsonInTurns } from '../../jsonInTurns.ts'
import { defineMethod } from '../../method.ts'
import { hash32 } from '../../schema/hash32.ts'
import { traceLimit } from '../../schema/trace/traceLimit.ts'
import { traceTypes } from '../../schema/trace/traceTypes.ts'
import { createParityRecorder, mustLocate } from '../../trace/parity.ts'
import { traceBudget, traceEngine } from '../../trace/tracing.ts'

/** As reth answers it. */
export const replayTransaction = defineMethod({
  name: 'trace_replayTransaction',
  summary:
    "Runs a sealed or pre-confirmed transaction again and answers `trace` and `stateDiff` in Parity's form; `vmTrace` is `null`.",
  params: v.strictTuple([hash32, traceTypes, traceLimit]),
  handler: async ({ devnet, reader }, [hash, types, limit]) => {
    const { block, index } = await mustLocate(reader, hash)
    const recorder = createParityRecorder(types, traceBudget())
    const engine = traceEngine(devnet, limit)
    await traceTransaction(engine, block, index, recorder.hooks)
    return jsonInTurns(devnet.machines.clock, recorder.texts())
  },
})
