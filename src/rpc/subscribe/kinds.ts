import * as v from 'valibot'
import type { Devnet } from '../../devnet/devnet.ts'
import { matchesLog } from '../../execution/logFilter.ts'
import type {
  BlockEvent,
  FlashblockEvent,
  PendingTransactionEvent,
  PlacedLog,
} from '../../types/events.ts'
import {
  computeOnce,
  encodeBytesOnce,
  encodeEachOnce,
  encodeOnce,
  restOfPush,
} from '../format/encodeOnce.ts'
import {
  formatBuilderFlashblock,
  formatFlashblock,
  formatFlashblockTransaction,
} from '../format/flashblocks.ts'
import { headInShape, logInShape, receiptInShape, type Shaper } from '../format/shape.ts'
import { formatTransaction } from '../format/transaction.ts'
import { RpcError } from '../rpcError.ts'
import { fullTransactions } from '../schema/blockRequests.ts'
import { hash32 } from '../schema/data.ts'
import { checkTopics, logFilter } from '../schema/logFilter.ts'

import { boundedList, field, object } from '../schema/object.ts'
import { inspector } from './inspector.ts'
import { defineSubscription, kindName, type SubscriptionKind } from './subscriptions.ts'

/** The encoders of a devnet's messages, which its forks share as they answer alike. */
const encoders = new WeakMap<object, ReturnType<typeof encodersOf>>()

/** Returns the encoders for all devnets that answer as this one. */
function encodersFor(devnet: Devnet) {
  const key = devnet.hooks.answers ?? devnet.settings.compatRules
  const known = encoders.get(key)
  if (known !== undefined) return known
  const made = encodersOf({ settings: devnet.settings, hooks: { answers: devnet.hooks.answers } })
  encoders.set(key, made)
  return made
}

function encodersOf(shaper: Shaper) {
  const encodeEach = computeOnce(({ block }: BlockEvent) =>
    block.receipts.map((receipt) => JSON.stringify(receiptInShape(receipt, block, shaper))),
  )
  return {
    log: encodeOnce((placed: PlacedLog) => logInShape(placed, shaper)),
    sealedHead: encodeOnce(({ block }: BlockEvent) => headInShape(block, shaper)),
    openHead: encodeOnce(({ flashblock }: FlashblockEvent) => headInShape(flashblock.view, shaper)),
    receipts: encodeEach,
    receiptList: computeOnce((event: BlockEvent) => restOfPush(list(encodeEach(event)))),
  }
}

/** Each log of each sealed block that the filter admits; a range of blocks in it means nothing here. */
const logs = defineSubscription({
  name: 'logs',
  params: v.strictTuple([kindName, v.optional(logFilter, {})]),
  start: (devnet, [, filter], push) => {
    checkTopics(filter)
    const encode = encodersFor(devnet).log
    return devnet.hub.on('logs', (event) => {
      for (const placed of event.logs) {
        if (matchesLog(filter, placed.log)) push(encode(placed))
      }
    })
  },
})

const encodeFlashblock = encodeOnce(({ flashblock }: FlashblockEvent) =>
  formatFlashblock(flashblock),
)

/** The block under construction after each flashblock: all transactions so far, whole. */
const newFlashblocks = defineSubscription({
  name: 'newFlashblocks',
  params: v.strictTuple([kindName]),
  start: (devnet, _params, push) =>
    devnet.hub.on('newFlashblocks', (event) => push(encodeFlashblock(event))),
})

const encodeHashes = encodeEachOnce(({ flashblock }: FlashblockEvent) =>
  flashblock.transactions.map(({ hash }) => hash),
)
const encodeTransactions = encodeEachOnce(({ flashblock }: FlashblockEvent) =>
  flashblock.receipts.map((receipt) => formatFlashblockTransaction(receipt, flashblock.view)),
)

/** Each transaction that a flashblock adds: its hash, or with `true` the transaction and its logs. */
const newFlashblockTransactions = defineSubscription({
  name: 'newFlashblockTransactions',
  params: v.strictTuple([kindName, v.optional(fullTransactions, false)]),
  start: (devnet, [, full], push) => {
    const encode = full ? encodeTransactions : encodeHashes
    return devnet.hub.on('newFlashblockTransactions', (event) => {
      for (const text of encode(event)) push(text)
    })
  },
})

/**
 * Pushes the header of each sealed block, without its transactions, as geth or the node of `compat` does; with
 * `newHeads: 'flashblocks'` also that of the pending block after each flashblock, with its number and its hash.
 */
const newHeads = defineSubscription({
  name: 'newHeads',
  params: v.strictTuple([kindName]),
  start: (devnet, _params, push) => {
    const { hub, settings } = devnet
    const { sealedHead, openHead } = encodersFor(devnet)
    const end = hub.on('newHeads', (event) => push(sealedHead(event)))
    if (settings.newHeads === 'sealed') return end
    const endPending = hub.on('newFlashblocks', (event) => push(openHead(event)))
    return () => {
      end()
      endPending()
    }
  },
})

const encodeHash = encodeOnce(({ transaction }: PendingTransactionEvent) => transaction.hash)
const encodeTransaction = encodeOnce(({ transaction }: PendingTransactionEvent) =>
  formatTransaction(transaction),
)

/** Each transaction that becomes executable in the pool: its hash, or with `true` the transaction. */
const newPendingTransactions = defineSubscription({
  name: 'newPendingTransactions',
  params: v.strictTuple([kindName, v.optional(fullTransactions, false)]),
  start: (devnet, [, full], push) => {
    const encode = full ? encodeTransaction : encodeHash
    return devnet.hub.on('newPendingTransactions', (event) => push(encode(event)))
  },
})

/** Each log of the transactions that a flashblock adds and that the filter admits. */
const pendingLogs = defineSubscription({
  name: 'pendingLogs',
  params: v.strictTuple([kindName, v.optional(logFilter, {})]),
  start: (devnet, [, filter], push) => {
    checkTopics(filter)
    const encode = encodersFor(devnet).log
    return devnet.hub.on('pendingLogs', (event) => {
      for (const placed of event.logs) {
        if (matchesLog(filter, placed.log)) push(encode(placed))
      }
    })
  },
})

/** Changes of the synchronisation: a devnet has nothing to catch up with, so none ever comes. */
const syncing = defineSubscription({
  name: 'syncing',
  params: v.strictTuple([kindName]),
  start: () => () => undefined,
})

/** Transactions that a subscription can name, as in geth. */
const maxHashes = 200

const wanted = object({ transactionHashes: field(boundedList(hash32, maxHashes)) })

function list(texts: readonly string[]): string {
  return `[${texts.join()}]`
}

/**
 * Pushes the receipts of each sealed block in one list: all, or those of the named transactions. A block without any
 * of them has no message.
 */
const transactionReceipts = defineSubscription({
  name: 'transactionReceipts',
  params: v.strictTuple([kindName, v.optional(v.nullable(wanted), null)]),
  start: (devnet, [, filter], push) => {
    const hashes = filter?.transactionHashes ?? []
    if (hashes.length > maxHashes) {
      throw new RpcError(
        -32000,
        'exceed max number of transaction hashes allowed per transactionReceipts subscription',
      )
    }
    const { receipts, receiptList } = encodersFor(devnet)
    if (hashes.length === 0) {
      return devnet.hub.on('transactionReceipts', (event) => push(receiptList(event)))
    }
    const isWanted = new Set(hashes)
    return devnet.hub.on('transactionReceipts', (event) => {
      const texts = receipts(event).filter((_, index) => {
        const transaction = event.block.transactions[index]
        return transaction !== undefined && isWanted.has(transaction.hash)
      })
      if (texts.length > 0) push(list(texts))
    })
  },
})

/** All that `eth_subscribe` knows. */
export const subscriptionKinds: ReadonlyMap<string, SubscriptionKind> = new Map(
  [
    newHeads,
    logs,
    newPendingTransactions,
    newFlashblocks,
    newFlashblockTransactions,
    pendingLogs,
    transactionReceipts,
    syncing,
    inspector,
  ].map((kind) => [kind.name, kind]),
)

const description = [
  'The stream of flashblocks as a builder sends them to nodes: open a WebSocket here.',
  'Each message is one flashblock in JSON: payload_id, index, base (at index 0), diff, metadata.',
  'Applications subscribe to newFlashblocks by eth_subscribe instead.',
  '',
].join('\n')

const encodeForBuilders = encodeBytesOnce(({ flashblock }: FlashblockEvent) =>
  formatBuilderFlashblock(flashblock),
)

/** The flashblocks as nodes and indexers get them from a builder, one message each, the same bytes for all. */
export function createBuilderStream({ hub }: Pick<Devnet, 'hub'>) {
  return {
    description,
    start: (send: (message: Uint8Array) => void): (() => void) =>
      hub.on('builderFlashblocks', (event) => send(encodeForBuilders(event))),
  }
}
