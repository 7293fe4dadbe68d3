import * as v from 'valibot'
import { receiptInShape, transactionInShape, transactionInShapeAt } from '../../format/shape.ts'
import {
  formatRawLocated,
  formatRawTransaction,
  formatTransaction,
  placeIn,
} from '../../format/transaction.ts'

import { defineMethod, type Method } from '../../method.ts'
import { blockNumber } from '../../schema/blockId.ts'
import { address, hash32 } from '../../schema/data.ts'

import { index, looseQuantity64 } from '../../schema/quantity.ts'

/** Spec: execution-apis `eth_getTransactionByHash`. */
export const getTransactionByHash = defineMethod({
  name: 'eth_getTransactionByHash',
  summary: 'Transaction by hash: sealed, pre-confirmed or in the pool.',
  about: { transactionHash: 0 },
  params: v.strictTuple([hash32]),
  handler: ({ devnet, reader }, [hash]) => {
    const located = reader.shown(reader.transaction(hash))
    return located === undefined ? null : transactionInShape(located, devnet)
  },
})

/** Spec: execution-apis `eth_getTransactionByBlockNumberAndIndex`. */
const getTransactionByBlockNumberAndIndex = defineMethod({
  name: 'eth_getTransactionByBlockNumberAndIndex',
  summary: 'Transaction by block number or tag, and index.',
  about: { blockNumber: 0 },
  params: v.strictTuple([blockNumber, index]),
  handler: async ({ devnet, reader }, [id, position]) => {
    const block = await reader.findBlock(id)
    return block === undefined ? null : transactionInShapeAt(block, position, devnet)
  },
})

/** Spec: execution-apis `eth_getTransactionByBlockHashAndIndex`. */
const getTransactionByBlockHashAndIndex = defineMethod({
  name: 'eth_getTransactionByBlockHashAndIndex',
  summary: 'Transaction by block hash and index.',
  about: { blockHash: 0 },
  params: v.strictTuple([hash32, index]),
  handler: async ({ devnet, reader }, [hash, position]) => {
    const block = await reader.find({ hash })
    return block === undefined ? null : transactionInShapeAt(block, position, devnet)
  },
})

/** Answers as reth and anvil do. */
const getTransactionBySenderAndNonce = defineMethod({
  name: 'eth_getTransactionBySenderAndNonce',
  summary: 'Transaction by sender and nonce: sealed, pre-confirmed or in the pool.',
  params: v.strictTuple([address, looseQuantity64]),
  handler: ({ reader }, [sender, nonce]) => {
    const located = reader.shown(reader.transactionOf(sender, nonce))
    if (located === undefined) return null
    const { transaction, block, receipt } = located
    return formatTransaction(transaction, block && placeIn(block, receipt.index))
  },
})

/** Spec: execution-apis `eth_getTransactionReceipt`. */
const getTransactionReceipt = defineMethod({
  name: 'eth_getTransactionReceipt',
  summary: 'Receipt of a transaction, as soon as it is pre-confirmed.',
  about: { transactionHash: 0 },
  params: v.strictTuple([hash32]),
  handler: ({ devnet, reader }, [hash]) => {
    const located = reader.transaction(hash)
    if (located?.block === undefined) return null
    return receiptInShape(located.receipt, located.block, devnet)
  },
})

/** Answers as geth does; its debug namespace has the same. */
const getRawTransactionByHash = defineMethod({
  name: 'eth_getRawTransactionByHash',
  aliases: ['debug_getRawTransaction'],
  summary:
    'Encoded transaction by hash, with its blobs while it is in the pool; `0x` when there is none.',
  about: { transactionHash: 0 },
  params: v.strictTuple([hash32]),
  handler: ({ devnet, reader }, [hash]) =>
    formatRawLocated(
      reader.shown(reader.transaction(hash)),
      devnet.settings.compatRules.answerShape,
    ),
})

/** Answers as geth does. */
const getRawTransactionByBlockNumberAndIndex = defineMethod({
  name: 'eth_getRawTransactionByBlockNumberAndIndex',
  summary: 'Encoded transaction by block number or tag, and index; `0x` when there is none.',
  about: { blockNumber: 0 },
  params: v.strictTuple([blockNumber, index]),
  handler: async ({ devnet, reader }, [id, position]) => {
    const block = await reader.findBlock(id)
    return formatRawTransaction(
      block?.transactions[position],
      devnet.settings.compatRules.answerShape,
    )
  },
})

/** Answers as geth does. */
const getRawTransactionByBlockHashAndIndex = defineMethod({
  name: 'eth_getRawTransactionByBlockHashAndIndex',
  summary: 'Encoded transaction by block hash and index; `0x` when there is none.',
  about: { blockHash: 0 },
  params: v.strictTuple([hash32, index]),
  handler: async ({ devnet, reader }, [hash, position]) => {
    const block = await reader.find({ hash })
    return formatRawTransaction(
      block?.transactions[position],
      devnet.settings.compatRules.answerShape,
    )
  },
})

/** Answers as Anvil and Hardhat do: of all senders, not only of the node's own accounts as in geth. */
const pendingTransactions = defineMethod({
  name: 'eth_pendingTransactions',
  summary: 'Transactions in the pool, in order of arrival.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => {
    const seen = devnet.pool.all().filter(({ isPrivate }) => isPrivate !== true)
    return seen.map((transaction) => formatTransaction(transaction))
  },
})

export const ethTransactionMethods: readonly Method[] = [
  getRawTransactionByBlockHashAndIndex,
  getRawTransactionByBlockNumberAndIndex,
  getRawTransactionByHash,
  getTransactionByBlockHashAndIndex,
  getTransactionByBlockNumberAndIndex,
  getTransactionByHash,
  getTransactionBySenderAndNonce,
  getTransactionReceipt,
  pendingTransactions,
]
