import { type Blockchain, createBlockchain, DBOp } from '@ethereumjs/blockchain'
import type { Common } from '@ethereumjs/common'
import { type Input, RLP } from '@ethereumjs/rlp'
import { bigIntToBytes } from '@ethereumjs/util'
import { bytesToBigInt, hexToBytes } from '../lib/hex.ts'
import type { SealedBlock } from '../types/view.ts'
import {
  type DatabaseContent,
  MemoryDatabase,
  valueIn,
  withEntry,
  withoutEntry,
} from './memoryDatabase.ts'

// Blocks as `@ethereumjs/blockchain` keeps them in its database. They are written here as its
// `putBlock` and `delBlock` write them: those wait for a dozen answers of the database for each block,
// which took as long as to execute a transaction. What is stored is encoded when it is read.

/** A blockchain of its own over a content, whose newest block is `head`. */
export function openStore(
  genesis: SealedBlock,
  common: Common,
  { content, head }: { content: DatabaseContent; head: SealedBlock },
): Promise<Blockchain> {
  const hash = hexToBytes(head.hash)
  const heads = [targets.headHeader, targets.headBlock]
  return createBlockchain({
    db: new MemoryDatabase(
      heads.reduce((all, target) => withEntry(all, keyOf(target), hash), content),
    ),
    common,
    genesisBlock: genesis.block,
    // Our own builder made the blocks: checking them again would cost more than storing them.
    validateBlocks: false,
    validateConsensus: false,
  })
}

/** The content with one more block, which is above all others. */
export function withBlock(content: DatabaseContent, block: SealedBlock): DatabaseContent {
  const { number, header } = block
  const hash = hexToBytes(block.hash)
  const id = { blockNumber: number, blockHash: hash }
  const parentId = { blockNumber: number - 1n, blockHash: header.parentHash }
  const before = valueIn(content, keyOf(targets.totalDifficulty, parentId))
  // Behind a gap it starts again.
  const difficulty = header.difficulty + (before ? bytesToBigInt(decoded(before)) : 0n)
  let changed = content
  changed = withEntry(changed, keyOf(targets.totalDifficulty, id), RLP.encode(difficulty))
  changed = withEntry(changed, keyOf(targets.header, id), () => block.header.serialize())
  changed = withEntry(changed, keyOf(targets.body, id), () => encodeBody(block))
  changed = withEntry(changed, keyOf(targets.numberToHash, id), hash)
  return withEntry(changed, keyOf(targets.hashToNumber, id), bigIntToBytes(number))
}

/** The content without a block; others may stand on it. */
export function withoutBlock(
  content: DatabaseContent,
  { number, hash }: SealedBlock,
): DatabaseContent {
  const id = { blockNumber: number, blockHash: hexToBytes(hash) }
  return blockTargets.reduce((left, target) => withoutEntry(left, keyOf(target, id)), content)
}

/** What EthereumJS keeps, by its own numbers, which it does not export. */
const targets = {
  headHeader: 1,
  headBlock: 2,
  hashToNumber: 3,
  numberToHash: 4,
  totalDifficulty: 5,
  body: 6,
  header: 7,
} as const

const blockTargets = [
  targets.hashToNumber,
  targets.numberToHash,
  targets.totalDifficulty,
  targets.body,
  targets.header,
]

function keyOf(
  target: (typeof targets)[keyof typeof targets],
  id?: { readonly blockNumber: bigint; readonly blockHash: Uint8Array },
): Uint8Array | string {
  return DBOp.get(target, id).baseDBOp.key
}

function decoded(bytes: Uint8Array): Uint8Array {
  return RLP.decode(bytes) as Uint8Array
}

/** All of a block but its header. Typed transactions have their encodings at hand. */
function encodeBody({ block, transactions }: SealedBlock): Uint8Array {
  const envelopes = transactions.map(({ envelope, raw }) =>
    envelope.type === 0 ? envelope.raw() : raw,
  )
  const uncles = block.uncleHeaders.map((uncle) => uncle.raw())
  const withdrawals = block.withdrawals?.map((withdrawal) => withdrawal.raw())
  return RLP.encode([envelopes, uncles, ...(withdrawals ? [withdrawals] : [])] as Input)
}
