import { Buffer } from 'node:buffer'
import { type Blockchain, createBlockchain } from '@ethereumjs/blockchain'
import type { Common } from '@ethereumjs/common'
import { type Input, RLP } from '@ethereumjs/rlp'
import { bigIntToBytes } from '@ethereumjs/util'
import { bytesToBigInt, hexToBytes } from '../lib/hex.ts'
import type { SealedBlock } from '../types/view.ts'
import { type DatabaseContent, MemoryDatabase, stored, valueIn } from './memoryDatabase.ts'

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
  return createBlockchain({
    db: new MemoryDatabase(
      headKeys.reduce((all, key) => all.insert(stored(key), stored(hash)), content),
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
  const before = valueIn(content, totalDifficultyKey(number - 1n, header.parentHash))
  // Behind a gap it starts again.
  const difficulty = header.difficulty + (before ? bytesToBigInt(decoded(before)) : 0n)
  return content
    .insert(totalDifficultyKey(number, hash), stored(RLP.encode(difficulty)))
    .insert(headerKey(number, hash), () => block.header.serialize())
    .insert(bodyKey(number, hash), () => encodeBody(block))
    .insert(numberToHashKey(number), stored(hash))
    .insert(hashToNumberKey(hash), stored(bytesOf(number)))
}

/** The content without a block; others may stand on it. */
export function withoutBlock(content: DatabaseContent, block: SealedBlock): DatabaseContent {
  const { number } = block
  const hash = hexToBytes(block.hash)
  return content
    .remove(totalDifficultyKey(number, hash))
    .remove(headerKey(number, hash))
    .remove(bodyKey(number, hash))
    .remove(numberToHashKey(number))
    .remove(hashToNumberKey(hash))
}

// Where EthereumJS keeps what.

const headKeys = ['LastHeader', 'LastBlock']

const letter = (text: string) => Buffer.from(text)
const [h, t, n, H, b] = [letter('h'), letter('t'), letter('n'), letter('H'), letter('b')]

function headerKey(number: bigint, hash: Uint8Array): Buffer {
  return Buffer.concat([h, bytesOf(number), hash])
}

function totalDifficultyKey(number: bigint, hash: Uint8Array): Buffer {
  return Buffer.concat([h, bytesOf(number), hash, t])
}

function bodyKey(number: bigint, hash: Uint8Array): Buffer {
  return Buffer.concat([b, bytesOf(number), hash])
}

function numberToHashKey(number: bigint): Buffer {
  return Buffer.concat([h, bytesOf(number), n])
}

function hashToNumberKey(hash: Uint8Array): Buffer {
  return Buffer.concat([H, hash])
}

/** Without zeros in front, other than in geth. */
function bytesOf(number: bigint): Uint8Array {
  return bigIntToBytes(BigInt.asUintN(64, number))
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
