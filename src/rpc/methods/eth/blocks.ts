import * as v from 'valibot'
import { readAccessList } from '../../../devnet/read/readers.ts'
import { quantity } from '../../../lib/hex.ts'
import { formatUncle, unclesOf } from '../../format/block.ts'
import { blockInShape, headerInShape, receiptInShape } from '../../format/shape.ts'
import { formatBlockAccessList } from '../../format/state.ts'
import { defineMethod, type Method } from '../../method.ts'
import { noAccessList } from '../../rpcError.ts'
import { blockId, blockNumber } from '../../schema/blockId.ts'
import { hash32 } from '../../schema/data.ts'
import { index } from '../../schema/quantity.ts'

/** Spec: execution-apis `eth_blockNumber`. */
const currentBlockNumber = defineMethod({
  name: 'eth_blockNumber',
  summary: 'Number of the newest sealed block.',
  params: v.strictTuple([]),
  handler: ({ reader }) => quantity(reader.head.number),
})

/** Spec: execution-apis `eth_getBlockByNumber`. */
const getBlockByNumber = defineMethod({
  name: 'eth_getBlockByNumber',
  summary: 'Block by number or tag, with hashes or with whole transactions.',
  about: { blockNumber: 0 },
  params: v.strictTuple([blockNumber, v.boolean('expected a boolean')]),
  handler: async ({ devnet, reader }, [id, full]) => {
    const block = await reader.findBlock(id)
    return block === undefined ? null : blockInShape(block, full, devnet)
  },
})

/** Spec: execution-apis `eth_getBlockByHash`. */
export const getBlockByHash = defineMethod({
  name: 'eth_getBlockByHash',
  summary: 'Block by hash, with hashes or with whole transactions.',
  about: { blockHash: 0 },
  params: v.strictTuple([hash32, v.boolean('expected a boolean')]),
  handler: async ({ devnet, reader }, [hash, full]) => {
    const block = await reader.find({ hash })
    return block === undefined ? null : blockInShape(block, full, devnet)
  },
})

/** Answers as geth does. */
const getHeaderByNumber = defineMethod({
  name: 'eth_getHeaderByNumber',
  summary: 'Block header by number or tag.',
  about: { blockNumber: 0 },
  params: v.strictTuple([blockNumber]),
  handler: async ({ devnet, reader }, [id]) => {
    const block = await reader.findBlock(id)
    return block === undefined ? null : headerInShape(block, devnet)
  },
})

/** Answers as geth does. */
const getHeaderByHash = defineMethod({
  name: 'eth_getHeaderByHash',
  summary: 'Block header by hash.',
  about: { blockHash: 0 },
  params: v.strictTuple([hash32]),
  handler: async ({ devnet, reader }, [hash]) => {
    const block = await reader.find({ hash })
    return block === undefined ? null : headerInShape(block, devnet)
  },
})

/** Spec: execution-apis `eth_getBlockReceipts`. */
export const getBlockReceipts = defineMethod({
  name: 'eth_getBlockReceipts',
  summary: 'All receipts of a block, also at `pending`.',
  about: { blockId: 0 },
  weight: 'long',
  access: { public: 'forbidden' },
  params: v.strictTuple([blockId]),
  handler: async ({ devnet, reader }, [id]) => {
    const block = await reader.findBlock(id)
    return block === undefined
      ? null
      : block.receipts.map((receipt) => receiptInShape(receipt, block, devnet))
  },
})

/**
 * Spec: execution-apis `eth_getBlockAccessList` (EIP-7928). Those of blocks before the fork of a live chain are
 * answered by its node.
 */
const getBlockAccessList = defineMethod({
  name: 'eth_getBlockAccessList',
  aliases: ['eth_getBlockAccessListByBlockHash', 'eth_getBlockAccessListByBlockNumber'],
  summary: 'Block access list, from Amsterdam on; also at `pending`.',
  about: { blockId: 0 },
  params: v.strictTuple([blockId]),
  handler: async ({ devnet, reader }, [id]) => {
    const block = await reader.findBlock(id)
    if (block === undefined) return null
    const list = await readAccessList(devnet.machines, reader, block)
    if (list === undefined) throw noAccessList(block)
    return formatBlockAccessList(list)
  },
})

/** Spec: execution-apis `eth_getBlockTransactionCountByNumber`. */
const getBlockTransactionCountByNumber = defineMethod({
  name: 'eth_getBlockTransactionCountByNumber',
  summary: 'Number of transactions in a block, by number or tag.',
  about: { blockNumber: 0 },
  params: v.strictTuple([blockNumber]),
  handler: async ({ reader }, [id]) => {
    const block = await reader.findBlock(id)
    return block === undefined ? null : quantity(block.transactions.length)
  },
})

/** Spec: execution-apis `eth_getBlockTransactionCountByHash`. */
const getBlockTransactionCountByHash = defineMethod({
  name: 'eth_getBlockTransactionCountByHash',
  summary: 'Number of transactions in a block, by hash.',
  about: { blockHash: 0 },
  params: v.strictTuple([hash32]),
  handler: async ({ reader }, [hash]) => {
    const block = await reader.find({ hash })
    return block === undefined ? null : quantity(block.transactions.length)
  },
})

/** Spec: execution-apis of old, as geth answers it. */
const getUncleByBlockNumberAndIndex = defineMethod({
  name: 'eth_getUncleByBlockNumberAndIndex',
  summary: 'Uncle by block number or tag, and index; `null` since the merge.',
  about: { blockNumber: 0 },
  params: v.strictTuple([blockNumber, index]),
  handler: async ({ reader }, [id, position]) => {
    const block = await reader.findBlock(id)
    const uncle = block && unclesOf(block)[position]
    return uncle === undefined ? null : formatUncle(uncle)
  },
})

/** Spec: execution-apis of old, as geth answers it. */
const getUncleByBlockHashAndIndex = defineMethod({
  name: 'eth_getUncleByBlockHashAndIndex',
  summary: 'Uncle by block hash and index; `null` since the merge.',
  about: { blockHash: 0 },
  params: v.strictTuple([hash32, index]),
  handler: async ({ reader }, [hash, position]) => {
    const block = await reader.find({ hash })
    const uncle = block && unclesOf(block)[position]
    return uncle === undefined ? null : formatUncle(uncle)
  },
})

/** Spec: execution-apis of old, as geth answers it. */
const getUncleCountByBlockNumber = defineMethod({
  name: 'eth_getUncleCountByBlockNumber',
  summary: 'Number of uncles of a block, by number or tag; 0 since the merge.',
  about: { blockNumber: 0 },
  params: v.strictTuple([blockNumber]),
  handler: async ({ reader }, [id]) => {
    const block = await reader.findBlock(id)
    return block === undefined ? null : quantity(unclesOf(block).length)
  },
})

/** Spec: execution-apis of old, as geth answers it. */
const getUncleCountByBlockHash = defineMethod({
  name: 'eth_getUncleCountByBlockHash',
  summary: 'Number of uncles of a block, by hash; 0 since the merge.',
  about: { blockHash: 0 },
  params: v.strictTuple([hash32]),
  handler: async ({ reader }, [hash]) => {
    const block = await reader.find({ hash })
    return block === undefined ? null : quantity(unclesOf(block).length)
  },
})

export const ethBlockMethods: readonly Method[] = [
  currentBlockNumber,
  getBlockByHash,
  getBlockByNumber,
  getBlockAccessList,
  getBlockReceipts,
  getBlockTransactionCountByHash,
  getBlockTransactionCountByNumber,
  getHeaderByHash,
  getHeaderByNumber,
  getUncleByBlockHashAndIndex,
  getUncleByBlockNumberAndIndex,
  getUncleCountByBlockHash,
  getUncleCountByBlockNumber,
]
