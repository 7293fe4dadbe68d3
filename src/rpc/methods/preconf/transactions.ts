import * as v from 'valibot'
import { yieldToEventLoop } from '../../../clock/pace.ts'
import type { Reader } from '../../../devnet/read/reader.ts'
import { readGasByKind } from '../../../devnet/read/readers.ts'
import { callMany } from '../../../execution/call.ts'
import { stateAfter, stateBefore } from '../../../execution/trace/replay.ts'
import { bytesToHex, quantity } from '../../../lib/hex.ts'
import type { StateTree } from '../../../types/state.ts'
import type { View } from '../../../types/view.ts'
import { explainTransaction } from '../../explainTransaction.ts'
import { formatPublishedFlashblock } from '../../format/flashblocks.ts'
import { formatCallResult } from '../../format/flatCallFrame.ts'
import {
  formatPlacedTransactionLine,
  formatPooledTransactionLine,
} from '../../format/poolContent.ts'
import { formatQuantities } from '../../format/quantities.ts'
import { defineMethod, type Method } from '../../method.ts'
import { latest, optionalBlockId } from '../../schema/blockId.ts'
import { callRequest } from '../../schema/callRequest.ts'
import { hash32 } from '../../schema/data.ts'
import { boundedList, field, object } from '../../schema/object.ts'
import { looseQuantity64, pageSize } from '../../schema/quantity.ts'
import { executed, traceEngine } from '../../trace/tracing.ts'

/** Answers `null` where there is no such block. */
const getFlashblocks = defineMethod({
  name: 'preconf_getFlashblocks',
  summary:
    'Published flashblocks of one of the newest 256 blocks: index, payload id, time, transactions.',
  params: v.strictTuple([optionalBlockId]),
  handler: async ({ devnet, reader }, [id]) => {
    const view = await reader.findBlock(id)
    if (view === undefined) return null
    const parent = bytesToHex(view.header.parentHash)
    const count = view.kind === 'pending' ? view.flashblock + 1 : undefined
    return devnet.publisher.published.on(parent).slice(0, count).map(formatPublishedFlashblock)
  },
})

/** Answers `null` where there is no such block, and before Amsterdam. */
const gasByKind = defineMethod({
  name: 'preconf_gasByKind',
  summary:
    'Gas of the transactions of a block from Amsterdam on, `regular` and `state`; the block has used the larger of the two.',
  params: v.strictTuple([optionalBlockId]),
  handler: async ({ devnet, reader }, [id]) => {
    const view = await reader.findBlock(id)
    const gas = view && (await readGasByKind(devnet.machines, reader, view))
    return gas === undefined ? null : formatQuantities(gas)
  },
})

/** Answers a `TransactionFate` with its numbers as quantities. */
const getTransaction = defineMethod({
  name: 'preconf_getTransaction',
  summary:
    'Status of a transaction (pooled, preconfirmed, sealed, dropped or unknown), its place and times.',
  params: v.strictTuple([hash32]),
  handler: ({ devnet }, [hash]) => formatQuantities(devnet.statuses.find(hash)),
})

const maxBlocks = 512n
const usualSize = 100

const before = object({
  blockNumber: looseQuantity64,
  /** All of the block when left out. */
  transactionIndex: field(looseQuantity64),
})

/**
 * Answers `{ transactions, next }`; `next` is what to give as `before` for the next page, `null` at the end. A page
 * may have fewer than it could: at most 512 blocks are looked at.
 */
const listTransactions = defineMethod({
  name: 'preconf_listTransactions',
  summary: 'A page of included transactions, newest first, and the cursor of the next page.',
  params: v.strictTuple([v.optional(v.nullable(before), null), v.optional(pageSize, usualSize)]),
  handler: ({ reader }, [place, size]) => {
    const newest = (reader.pending ?? reader.head).number
    const from = place === null || place.blockNumber > newest ? newest : place.blockNumber
    const end = place === null ? undefined : place.transactionIndex
    const transactions: ReturnType<typeof formatPlacedTransactionLine>[] = []
    for (const view of viewsFrom(reader, from)) {
      const isFirst = view.number === place?.blockNumber
      const count = isFirst && end !== undefined ? Number(end) : view.receipts.length
      for (const receipt of view.receipts.slice(0, count).reverse()) {
        if (transactions.length === size) return { transactions, next: after(transactions) }
        transactions.push(formatPlacedTransactionLine(receipt, view))
      }
    }
    const last = from - maxBlocks
    return { transactions, next: last < 0n ? null : { blockNumber: quantity(last) } }
  },
})

/** Blocks with transactions from that number back, the open one if it is as high. */
function* viewsFrom(reader: Reader, from: bigint): Generator<View> {
  const { pending, head } = reader
  if (pending !== undefined && pending.number <= from) yield pending
  const lowest = from < maxBlocks ? 0n : from - maxBlocks + 1n
  const highest = from < head.number ? from : head.number
  yield* [...reader.filledBlocks(lowest, highest)].reverse()
}

function after(transactions: readonly ReturnType<typeof formatPlacedTransactionLine>[]) {
  const last = transactions.at(-1)
  return last && { blockNumber: last.blockNumber, transactionIndex: last.transactionIndex }
}

/** Other tasks run after this many. */
const explainedPerTurn = 16

/**
 * Answers `{ executable, queued, transactions }`: how many there are of each, and those that are next in turn first, of
 * these the ones that wait for a nonce. Private transactions are left out.
 */
const listPooled = defineMethod({
  name: 'preconf_listPooled',
  summary: 'Waiting transactions, and why each of them waits, the next of each sender first.',
  params: v.strictTuple([v.optional(pageSize, usualSize)]),
  handler: async ({ devnet }, [size]) => {
    const { queued, pending } = devnet.pool.publicContent()
    const inTurn = [...queued, ...pending].flatMap((list) =>
      list.slice(0, size).map((transaction, turn) => ({ transaction, turn })),
    )
    inTurn.sort((one, other) => one.turn - other.turn)
    const transactions: object[] = []
    for (const { transaction } of inTurn.slice(0, size)) {
      const { reason, message, details } = await devnet.statuses.explain(transaction.hash)
      const why = formatQuantities({ reason, message, details })
      transactions.push({ ...formatPooledTransactionLine(transaction), ...why })
      if (transactions.length % explainedPerTurn === 0) await yieldToEventLoop()
    }
    return { executable: pending.flat().length, queued: queued.flat().length, transactions }
  },
})

/** Answers a `TransactionExplanation` with its numbers as quantities. */
const explain = defineMethod({
  name: 'preconf_explain',
  summary:
    'Where a transaction is, why it is not included or what came of it, in a sentence and as data.',
  params: v.strictTuple([hash32]),
  handler: async ({ devnet }, [hash]) => formatQuantities(await explainTransaction(devnet, hash)),
})

export const preconfTransactionMethods: readonly Method[] = [
  explain,
  getFlashblocks,
  gasByKind,
  getTransaction,
  listPooled,
  listTransactions,
]

const most = 1_000

const calls = v.pipe(
  boundedList(callRequest, most),
  v.maxLength(most, `expected at most ${most} calls`),
)

/** Tells what a transaction has changed by itself, whatever else is in its block. */
const callAround = defineMethod({
  name: 'preconf_callAround',
  summary: 'Executes calls on the states before and after an included transaction.',
  params: v.strictTuple([hash32, calls]),
  handler: async ({ devnet, reader }, [hash, requests]) => {
    const engine = traceEngine(devnet)
    const { block, index } = await executed(reader, hash)
    const { header } = block
    const context = await reader.context(latest)
    const resultsOn = async (state: StateTree) => {
      const plan = [{ calls: requests }]
      const [results = []] = await callMany(devnet.machines, { ...context, header, state }, plan)
      return results.map(formatCallResult)
    }
    return {
      before: await resultsOn(await stateBefore(engine, block, index)),
      after: await resultsOn(await stateAfter(engine, block, index)),
    }
  },
})

export const preconfTraceMethods: readonly Method[] = [callAround]
