import * as v from 'valibot'
import { decodeTransaction } from '../../../ethereumjs/transaction/decodeTransaction.ts'
import { traceBlock, traceTransaction } from '../../../execution/trace/replay.ts'
import { traceCall, traceCalls } from '../../../execution/trace/traceCall.ts'
import { joinedTexts, jsonInTurns } from '../../jsonText.ts'
import { defineMethod, type Method } from '../../method.ts'
import { looseBlockId, optionalLooseBlockId } from '../../schema/blockId.ts'
import { callRequest } from '../../schema/callRequest.ts'

import { data, hash32 } from '../../schema/data.ts'
import { boundedList } from '../../schema/object.ts'
import { blockOverrides, stateOverrides } from '../../schema/overrides.ts'
import { Problem, refined } from '../../schema/parsed.ts'
import { traceTypes } from '../../schema/traceFilter.ts'
import { traceLimit } from '../../schema/traceOptions.ts'
import { createParityRecorder, mustLocate } from '../../trace/parity.ts'
import { traceBudget, tracedBlock, traceEngine } from '../../trace/tracing.ts'

/** Answers as reth does. */
const call = defineMethod({
  name: 'trace_call',
  summary:
    "Executes a call and returns `trace` and `stateDiff` in Parity's form; `vmTrace` is `null`.",
  weight: 'trace',
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

const maxCalls = 1_000

const calls = v.pipe(
  boundedList(v.strictTuple([callRequest, traceTypes]), maxCalls),
  refined((list) => (list.length > maxCalls ? new Problem(`more than ${maxCalls} calls`) : list)),
)

/** Answers as reth does. */
const callMany = defineMethod({
  name: 'trace_callMany',
  summary: 'As `trace_call` for several calls, executed in sequence.',
  weight: 'trace',
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

/** Answers as reth does. */
const rawTransaction = defineMethod({
  name: 'trace_rawTransaction',
  summary: 'As `trace_call` for a signed transaction, which is not sent.',
  weight: 'trace',
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

/** Answers as reth does. */
const replayTransaction = defineMethod({
  name: 'trace_replayTransaction',
  summary:
    "Replays an included transaction and returns `trace` and `stateDiff` in Parity's form; `vmTrace` is `null`.",
  about: { transactionHash: 0 },
  weight: 'trace',
  params: v.strictTuple([hash32, traceTypes, traceLimit]),
  handler: async ({ devnet, reader }, [hash, types, limit]) => {
    const { block, index } = await mustLocate(reader, hash)
    const recorder = createParityRecorder(types, traceBudget())
    const engine = traceEngine(devnet, limit)
    await traceTransaction(engine, block, index, recorder.hooks)
    return jsonInTurns(devnet.machines.clock, recorder.texts())
  },
})

/** Answers as reth does. */
const replayBlockTransactions = defineMethod({
  name: 'trace_replayBlockTransactions',
  summary:
    'As `trace_replayTransaction` for all transactions of a block; `null` when there is none.',
  about: { blockNumber: 0, takesNumbers: true },
  weight: 'trace',
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

export const traceCallMethods: readonly Method[] = [
  call,
  callMany,
  rawTransaction,
  replayBlockTransactions,
  replayTransaction,
]
