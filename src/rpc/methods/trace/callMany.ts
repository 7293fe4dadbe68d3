import * as v from 'valibot'
import { traceCalls } from '../../../execution/trace/traceCall.ts'
import { joinedTexts, jsonInTurns } from '../../jsonInTurns.ts'
import { defineMethod } from '../../method.ts'
import { callRequest } from '../../schema/call/callRequest.ts'
import { optionalLooseBlockId } from '../../schema/looseBlockId.ts'
import { boundedList } from '../../schema/object.ts'
import { Problem, refined } from '../../schema/parsed.ts'
import { traceLimit } from '../../schema/trace/traceLimit.ts'
import { traceTypes } from '../../schema/trace/traceTypes.ts'
import { createParityRecorder } from '../../trace/parity.ts'
import { traceBudget, traceEngine } from '../../trace/tracing.ts'

const mostCalls = 1_000

const calls = v.pipe(
  boundedList(v.strictTuple([callRequest, traceTypes]), mostCalls),
  refined((list) => (list.length > mostCalls ? new Problem(`more than ${mostCalls} calls`) : list)),
)

/** As reth answers it. */
export const callMany = defineMethod({
  name: 'trace_callMany',
  summary: 'As `trace_call` for several calls, each on the state that the ones before it left.',
  params: v.strictTuple([calls, optionalLooseBlockId, traceLimit]),
  handler: async ({ devnet, reader }, [list, id, limit]) => {
    const context = await reader.context(id)
    const budget = traceBudget()
    const recorders = list.map(([request, types]) => ({
      request,
      ...createParityRecorder(types, budget),
    }))
    await traceCalls(traceEngine(devnet, limit), context, recorders, {})
    return jsonInTurns(devnet.machines.clock, joinedTexts(recorders.map(({ texts }) => texts())))
  },
})
