import * as v from 'valibot'
import { decodeTransaction } from '../../../ethereumjs/transaction/decodeTransaction.ts'
import { traceTransaction } from '../../../execution/trace/replay.ts'
import { jsonInTurns } from '../../jsonInTurns.ts'
import { defineMethod } from '../../method.ts'
import { data } from '../../schema/data.ts'
import { optionalLooseBlockId } from '../../schema/looseBlockId.ts'
import { traceLimit } from '../../schema/trace/traceLimit.ts'
import { traceTypes } from '../../schema/trace/traceTypes.ts'
import { createParityRecorder } from '../../trace/parity.ts'
import { traceBudget, traceEngine } from '../../trace/tracing.ts'

/** As reth answers it. */
export const rawTransaction = defineMethod({
  name: 'trace_rawTransaction',
  summary: 'As `trace_call` for a signed transaction, which is not sent.',
  params: v.strictTuple([data, traceTypes, optionalLooseBlockId, traceLimit]),
  handler: async ({ devnet, reader }, [bytes, types, id, limit]) => {
    const { header, state: parentState, blockHashes } = await reader.context(id)
    const transactions = [await decodeTransaction(bytes, header.common)]
    const recorder = createParityRecorder(types, traceBudget())
    const block = { header, transactions, parentState, blockHashes, isOpened: true } as const
    const engine = traceEngine(devnet, limit)
    await traceTransaction(engine, block, 0, recorder.hooks)
    return jsonInTurns(devnet.machines.clock, recorder.texts())
  },
})
