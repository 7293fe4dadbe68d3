import * as v from 'valibot'
import { call as runCall, callMany as runCalls } from '../../../execution/call.ts'

import { createAccessList as create } from '../../../execution/createAccessList.ts'
import { estimateGas as estimate } from '../../../execution/estimateGas.ts'
import { callLimitMs } from '../../../execution/sandbox.ts'
import { simulate } from '../../../execution/simulate/simulate.ts'
import { bytesToHex, quantity } from '../../../lib/hex.ts'
import { formatCallResult } from '../../format/flatCallFrame.ts'
import { formatBundle, simulationTexts } from '../../format/simulation.ts'
import { formatAccessListResult } from '../../format/transaction.ts'
import { jsonInTurns } from '../../jsonText.ts'
import { defineMethod, type Method } from '../../method.ts'
import { blockId, latest, looseBlockId, optionalBlockId } from '../../schema/blockId.ts'
import { callRequest } from '../../schema/callRequest.ts'
import { address, data } from '../../schema/data.ts'
import { boundedList, field, object } from '../../schema/object.ts'
import { blockOverrides, stateOverrides } from '../../schema/overrides.ts'
import { Problem, refined } from '../../schema/parsed.ts'
import { looseInteger, looseQuantity64, looseQuantity256 } from '../../schema/quantity.ts'
import { simulatePayload } from '../../schema/simulatePayload.ts'
import { traceLimit } from '../../schema/traceOptions.ts'
import { contextWithin, traceEngine } from '../../trace/tracing.ts'

/** Spec: execution-apis `eth_call`; the overrides are geth's. */
export const call = defineMethod({
  name: 'eth_call',
  summary: 'Executes a call on the state of a block, with state and block overrides.',
  params: v.strictTuple([
    callRequest,
    optionalBlockId,
    v.optional(stateOverrides),
    v.optional(blockOverrides),
  ]),
  handler: async ({ devnet, reader }, [request, id, state, block]) => {
    const context = await reader.context(id)
    const overrides = { state, block }
    const { machines, onPrinted, hooks } = devnet
    const { onRead } = hooks
    const onUsed = onRead && ((gas: bigint) => onRead(context, request, gas))
    const output = await runCall(machines, context, request, overrides, onPrinted, onUsed)
    return bytesToHex(output)
  },
})

const most = 1_000

const bundle = object({
  transactions: boundedList(callRequest, most),
  blockOverride: field(blockOverrides),
})

/** Lists of calls, each with the block that it runs in. */
export const bundles = v.pipe(
  boundedList(bundle, most),
  refined((list) => {
    const calls = list.reduce((sum, { transactions }) => sum + transactions.length, 0)
    return list.length > most || calls > most ? new Problem(`more than ${most} calls`) : list
  }),
)

/** `-1` is after all transactions, as is nothing. */
const position = v.lazy((input) => (input === -1 ? v.literal(-1) : looseInteger))

/** What bundles run on. */
export const stateContext = object({
  blockNumber: field(looseBlockId),
  transactionIndex: field(position),
})

/** Answers as reth and anvil do. */
const callMany = defineMethod({
  name: 'eth_callMany',
  summary: 'Simulates bundles of calls, after a block or between its transactions.',
  params: v.strictTuple([bundles, v.optional(stateContext, {}), v.optional(stateOverrides)]),
  handler: async (
    { devnet, reader },
    [list, { blockNumber: id = latest, transactionIndex }, state],
  ) => {
    const engine = traceEngine(devnet)
    const index = transactionIndex === -1 ? undefined : transactionIndex
    const context = await contextWithin(reader, engine, id, index)
    const plans = list.map(({ transactions, blockOverride }) => ({
      calls: transactions,
      block: blockOverride,
    }))
    const results = await runCalls(devnet.machines, context, plans, state)
    return results.map((own) => own.map(formatCallResult))
  },
})

const bundleRequest = v.pipe(
  object({
    txs: boundedList(data, most),
    blockNumber: looseQuantity64,
    stateBlockNumber: field(looseBlockId),
    timestamp: field(looseQuantity64),
    timeout: field(looseInteger),
    coinbase: field(address),
    gasLimit: field(looseQuantity64),
    difficulty: field(looseQuantity256),
    baseFee: field(looseQuantity256),
  }),
  refined(({ txs, ...request }) => {
    if (txs.length === 0) return new Problem('bundle missing txs')
    if (txs.length > most) return new Problem(`more than ${most} transactions`)
    if (request.blockNumber === 0n) return new Problem('bundle missing blockNumber')
    return { ...request, transactions: txs }
  }),
)

/** Answers as mev-geth and reth do: amounts are decimal texts, gas and block number numbers. */
const callBundle = defineMethod({
  name: 'eth_callBundle',
  summary:
    'Simulates signed transactions at the start of a block and returns what the coinbase gets.',
  params: v.strictTuple([bundleRequest]),
  handler: async ({ devnet, reader }, [request]) => {
    const { stateBlockNumber: id = latest, timeout = callLimitMs } = request
    const context = await reader.context(id)
    // Few chains need it.
    const { callBundle: run } = await import('../../../execution/simulate/callBundle.ts')
    const limitMs = Math.min(timeout, callLimitMs)
    const results = await run(devnet.machines, context, request, limitMs)
    return formatBundle(results, context.header.number)
  },
})

/** Spec: execution-apis `eth_estimateGas`; the overrides are geth's. */
export const estimateGas = defineMethod({
  name: 'eth_estimateGas',
  summary: 'Gas that a transaction needs to succeed, by default in the next block.',
  params: v.strictTuple([
    callRequest,
    v.optional(blockId, 'pending'),
    v.optional(stateOverrides),
    v.optional(blockOverrides),
  ]),
  handler: async ({ devnet, reader }, [request, id, state, block]) => {
    const context = await reader.context(id)
    const { estimates } = devnet.settings.compatRules
    return quantity(await estimate(devnet.machines, context, request, { state, block }, estimates))
  },
})

/** Spec: execution-apis `eth_createAccessList`; the overrides are geth's. */
const createAccessList = defineMethod({
  name: 'eth_createAccessList',
  summary: 'Access list (EIP-2930) of a transaction, and its gas with that list.',
  params: v.strictTuple([callRequest, optionalBlockId, v.optional(stateOverrides), traceLimit]),
  handler: async ({ devnet, reader }, [request, id, state, limit]) => {
    const context = await reader.context(id)
    const engine = traceEngine(devnet, limit)
    return formatAccessListResult(await create(engine, context, request, { state }))
  },
})

/** Spec: execution-apis `eth_simulateV1`. */
export const simulateV1 = defineMethod({
  name: 'eth_simulateV1',
  summary: 'Simulates blocks of calls on the state of a block.',
  weight: 'long',
  access: { dedicated: 'notFound' },
  params: v.strictTuple([simulatePayload, optionalBlockId]),
  handler: async ({ devnet, reader }, [payload, id]) => {
    const view = await reader.view(id)
    // On the pre-confirmed state the first block follows the newest sealed one: it is what the
    // pending block would be with these calls after what is in it.
    const { hash } = view.kind === 'sealed' ? view : view.parent
    const context = { ...(await reader.context({ hash })), state: view.state }
    const blocks = await simulate(devnet.machines, context, payload)
    const { returnFullTransactions: full = false } = payload
    const { simulateFormat: format } = devnet.settings
    return jsonInTurns(devnet.machines.clock, simulationTexts(blocks, { format, full }))
  },
})

export const ethCallMethods: readonly Method[] = [
  call,
  callBundle,
  callMany,
  createAccessList,
  estimateGas,
  simulateV1,
]
