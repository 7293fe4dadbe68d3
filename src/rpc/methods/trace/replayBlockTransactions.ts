import * as v from 'valibot'
import { traceBlock } from '../../../execution/trace/replay.ts'
import { joinedTexts, jsonInTurns } from '../../jsonInTurns.ts'
import { defineMethod } from '../../method.ts'
import { looseBlockId } from '../../schema/looseBlockId.ts'
import { traceLimit } from '../../schema/trace/traceLimit.ts'
import { traceTypes } from '../../schema/trace/traceTypes.ts'
import { createParityRecorder } from '../../trace/parity.ts'
import { traceBudget, tracedBlock, traceEngine } from '../../trace/tracing.ts'

/** As reth answers it. */
export const replayBlockTransactions = defineMethod({
  name: 'trace_replayBlockTransactions',
  summary:
    'As `trace_replayTransaction` for all transactions of a block; `null` when there is no such block.',
  params: v.strictTuple([looseBlockId, traceTypes, traceLimit]),
  handler: async ({ devnet, reader }, [id, types, limit]) => {
    const view = await reader.find(id)
    if (view === undefined) return null
    if (view.transactions.length === 0) return []
    const budget = traceBudget()
    const recorders = view.transactions.map(({ hash: transactionHash }) => ({
      transactionHash,
      ...createParityRecorder(types, budget),
    }))
    const engine = traceEngine(devnet, limit)
    const block = await tracedBlock(reader, view)
    await traceBlock(engine, block, (index) => recorders[index]?.hooks ?? {})
    const texts = recorders.map((recorder) => recorder.texts(recorder.transactionHash))
    return jsonInTurns(devnet.machines.clock, joinedTexts(texts))
  },
})
