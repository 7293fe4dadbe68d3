import * as v from 'valibot'
import { callMany as runCalls } from '../../../execution/callMany.ts'
import { formatCallResult } from '../../format/trace/callResult.ts'
import { defineMethod } from '../../method.ts'
import { latest } from '../../schema/blockId.ts'
import { blockOverrides } from '../../schema/call/blockOverrides.ts'
import { callRequest } from '../../schema/call/callRequest.ts'
import { stateOverrides } from '../../schema/call/stateOverrides.ts'
import { looseBlockId } from '../../schema/looseBlockId.ts'
import { boundedList, field, object } from '../../schema/object.ts'
import { Problem, refined } from '../../schema/parsed.ts'
import { looseInteger } from '../../schema/quantity.ts'
import { contextWithin, traceEngine } from '../../trace/tracing.ts'

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

/** As reth and anvil answer it. */
export const callMany = defineMethod({
  name: 'eth_callMany',
  summary:
    'Runs bundles of calls one after another, after a block or between its transactions, without changing anything.',
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
