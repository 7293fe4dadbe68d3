import * as v from 'valibot'
import { traceCall } from '../../../execution/trace/traceCall.ts'
import { jsonInTurns } from '../../jsonInTurns.ts'
import { defineMethod } from '../../method.ts'
import { blockOverrides } from '../../schema/call/blockOverrides.ts'
import { callRequest } from '../../schema/call/callRequest.ts'
import { stateOverrides } from '../../schema/call/stateOverrides.ts'
import { optionalLooseBlockId } from '../../schema/looseBlockId.ts'
import { traceLimit } from '../../schema/trace/traceLimit.ts'
import { traceTypes } from '../../schema/trace/traceTypes.ts'
import { createParityRecorder } from '../../trace/parity.ts'
import { traceBudget, traceEngine } from '../../trace/tracing.ts'

/** As reth answers it. */
export const call = defineMethod({
  name: 'trace_call',
  summary: "Runs a call and answers `trace` and `stateDiff` in Parity's form; `vmTrace` is `null`.",
  params: v.strictTuple([
    callRequest,
    traceTypes,
    optionalLooseBlockId,
    v.optional(stateOverrides),
    v.optional(blockOverrides),
    traceLimit,
  ]),
  handler: async ({ devnet, reader }, [request, types, id, state, block, limit]) => {
    const context = await reader.context(id)
    const recorder = createParityRecorder(types, traceBudget())
    const overrides = { state, block }
    const engine = traceEngine(devnet, limit)
    await traceCall(engine, context, { request, overrides }, recorder.hooks)
    return jsonInTurns(devnet.machines.clock, recorder.texts())
  },
})
