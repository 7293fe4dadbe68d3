import * as v from 'valibot'
import type { Devnet } from '../../../devnet/devnet.ts'
import { signed } from '../../../ethereumjs/transaction/decodeTransaction.ts'
import { traceCall as runTraced, traceCalls } from '../../../execution/trace/traceCall.ts'
import { NotTraceable } from '../../../execution/trace/tracer.ts'
import { decodeBlock } from '../../../files/chainFile.ts'
import { reasonOf } from '../../../lib/errors.ts'
import { bytesToHex } from '../../../lib/hex.ts'
import { joinedTexts, jsonInTurns } from '../../jsonText.ts'
import { defineMethod, type Method } from '../../method.ts'
import { blockNumber, latest, optionalBlockId } from '../../schema/blockId.ts'
import { callRequest } from '../../schema/callRequest.ts'
import { data, hash32 } from '../../schema/data.ts'

import { optionalTraceOptions, traceCallOptions } from '../../schema/traceOptions.ts'
import {
  contextWithin,
  executed,
  loadRecorders,
  traceAll,
  traceBudget,
  tracedBlock,
  tracedBlockOn,
  traceEngine,
  traceOne,
} from '../../trace/tracing.ts'
import { bundles, stateContext } from '../eth/call.ts'

/** A block on any block of the chain, whether it would be valid or not; as geth answers it. */
const traceBlock = defineMethod({
  name: 'debug_traceBlock',
  summary: 'Traces of all transactions of an RLP-encoded block, on the state of its parent.',
  weight: 'trace',
  params: v.strictTuple([data, optionalTraceOptions]),
  handler: async ({ devnet, reader }, [bytes, options]) => {
    const { header, transactions } = decode(devnet, bytes)
    const hash = bytesToHex(header.hash())
    const parent = await reader.find({ hash: bytesToHex(header.parentHash) })
    const block = await tracedBlockOn(reader, parent, { header, transactions, hash })
    return traceAll(traceEngine(devnet, options), block, options)
  },
})

function decode({ protocol }: Devnet, bytes: Uint8Array) {
  try {
    const { header, transactions } = decodeBlock({ offset: 0, bytes }, protocol)
    return { header, transactions: transactions.map(signed) }
  } catch (cause) {
    const reason = reasonOf(cause)
    throw new NotTraceable(`could not decode block: ${reason}`, { cause })
  }
}

/** Spec: execution-apis `debug_traceBlockByHash`; the tracers are geth's. */
const traceBlockByHash = defineMethod({
  name: 'debug_traceBlockByHash',
  summary: 'Traces of all transactions of a block by its hash.',
  about: { blockHash: 0 },
  weight: 'trace',
  params: v.strictTuple([hash32, optionalTraceOptions]),
  handler: async ({ devnet, reader }, [hash, options]) => {
    const view = await reader.find({ hash })
    if (view === undefined) throw new NotTraceable(`block ${hash} not found`)
    return traceAll(traceEngine(devnet, options), await tracedBlock(reader, view), options)
  },
})

/** Spec: execution-apis `debug_traceBlockByNumber`; the tracers are geth's. */
const traceBlockByNumber = defineMethod({
  name: 'debug_traceBlockByNumber',
  summary: 'Traces of all transactions of a block; at `pending` up to the newest flashblock.',
  about: { blockNumber: 0 },
  weight: 'trace',
  params: v.strictTuple([blockNumber, optionalTraceOptions]),
  handler: async ({ devnet, reader }, [id, options]) => {
    const view = await reader.find(id)
    if (view === undefined) {
      throw new NotTraceable('number' in id ? `block #${id.number} not found` : 'block not found')
    }
    return traceAll(traceEngine(devnet, options), await tracedBlock(reader, view), options)
  },
})

/** A call traced as geth does; at `pending` it runs on what is pre-confirmed. */
const traceCall = defineMethod({
  name: 'debug_traceCall',
  summary:
    'Traces a call, with state and block overrides, after a block or between its transactions.',
  weight: 'trace',
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

/** Answers as reth does: a list of traces for each bundle. */
const traceCallMany = defineMethod({
  name: 'debug_traceCallMany',
  summary: 'As `debug_traceCall` for bundles of calls, executed in sequence.',
  weight: 'trace',
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

/** Spec: execution-apis `debug_traceTransaction`; the tracers are geth's. */
const traceTransaction = defineMethod({
  name: 'debug_traceTransaction',
  summary: 'Traces a sealed or pre-confirmed transaction with the chosen tracer.',
  about: { transactionHash: 0 },
  weight: 'trace',
  params: v.strictTuple([hash32, optionalTraceOptions]),
  handler: async ({ devnet, reader }, [hash, options]) => {
    const { block, index } = await executed(reader, hash)
    return traceOne(traceEngine(devnet, options), block, index, options)
  },
})

export const debugTraceMethods: readonly Method[] = [
  traceBlock,
  traceBlockByHash,
  traceBlockByNumber,
  traceCall,
  traceCallMany,
  traceTransaction,
]
