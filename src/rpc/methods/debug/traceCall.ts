import * as v from 'valibot'
import { traceCall as runTraced } from '../../../execution/trace/traceCall.ts'
import { jsonInTurns } from '../../jsonInTurns.ts'
import { defineMethod } from '../../method.ts'
import { optionalBlockId } from '../../schema/blockId.ts'
import { callRequest } from '../../schema/call/callRequest.ts'
import { traceCallOptions } from '../../schema/trace/traceOptions.ts'
import { contextWithin, loadRecorders, traceBudget, traceEngine } from '../../trace/tracing.ts'

/** A call traced as geth does; at `pending` it runs on what is pre-confirmed. */
export const traceCall = defineMethod({
  name: 'debug_traceCall',
  summary:
    'Traces a call, with state and block overrides, after a block or between its transactions.',
  params: v.strictTuple([callRequest, optionalBlockId, v.optional(traceCallOptions, {})]),
  handler: async ({ devnet, reader }, [request, id, options]) => {
    const { choice, overrides, txIndex } = options
    const engine = traceEngine(devnet, options)
    const context = await contextWithin(reader, engine, id, txIndex)
    const { number: blockNumber } = context.header
    const place = { blockHash: null, blockNumber, transactionHash: null, transactionIndex: 0 }
    const { createRecorder } = await loadRecorders()
    const recorder = createRecorder(choice, { engine, budget: traceBudget(), place })
    await runTraced(engine, context, { request, overrides }, recorder.hooks)
    return jsonInTurns(engine.machines.clock, recorder.json(place))
  },
})
