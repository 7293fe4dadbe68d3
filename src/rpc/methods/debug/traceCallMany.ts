import * as v from 'valibot'
import { traceCalls } from '../../../execution/trace/traceCall.ts'
import { joinedTexts, jsonInTurns } from '../../jsonInTurns.ts'
import { defineMethod } from '../../method.ts'
import { latest } from '../../schema/blockId.ts'
import { traceCallOptions } from '../../schema/trace/traceOptions.ts'
import { contextWithin, loadRecorders, traceBudget, traceEngine } from '../../trace/tracing.ts'
import { bundles, stateContext } from '../eth/callMany.ts'

/** As reth answers it: a list of traces for each bundle. */
export const traceCallMany = defineMethod({
  name: 'debug_traceCallMany',
  summary:
    'As `debug_traceCall` for bundles of calls, each on the state that those before it left.',
  params: v.strictTuple([bundles, v.optional(stateContext, {}), v.optional(traceCallOptions, {})]),
  handler: async (
    { devnet, reader },
    [list, { blockNumber: id = latest, transactionIndex }, options],
  ) => {
    const { choice, overrides, txIndex } = options
    const engine = traceEngine(devnet, options)
    const index = transactionIndex === -1 ? undefined : transactionIndex
    const context = await contextWithin(reader, engine, id, index ?? txIndex)
    const { number: blockNumber } = context.header
    const place = { blockHash: null, blockNumber, transactionHash: null, transactionIndex: 0 }
    const recording = { engine, budget: traceBudget(), place }
    const { createRecorder } = await loadRecorders()
    const recorders = list.map(({ transactions, blockOverride }) =>
      transactions.map((request) => ({
        request,
        block: blockOverride,
        recorder: createRecorder(choice, recording),
      })),
    )
    const calls = recorders
      .flat()
      .map(({ recorder, ...call }) => ({ ...call, hooks: recorder.hooks }))
    await traceCalls(engine, context, calls, overrides)
    const texts = recorders.map((own) =>
      joinedTexts(own.map(({ recorder }) => recorder.json(place))),
    )
    return jsonInTurns(devnet.machines.clock, joinedTexts(texts))
  },
})
