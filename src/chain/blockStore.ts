import { Buffer } from 'node:buffer'
import { type Blockchain, createBlockchain } from '@ethereumjs/blockchain'
import type { Common } from '@ethereumjs/common'
import { type Input, RLP } from '@ethereumjs/rlp'
import { bytesToBigInt, hexToBytes } from '../lib/hex.ts'
import { encodeRlp } from '../lib/rlp.ts'
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
  const hash = stored(hexToBytes(block.hash))
  const place = bytesOf(number)
  const before = valueIn(content, key(h, bytesOf(number - 1n), header.parentHash, t))
  // Behind a gap it starts again.
  const difficulty = header.difficulty + (before ? bytesToBigInt(decoded(before)) : 0n)
  return content
    .insert(key(h, place, hash, t), stored(encodeRlp(difficulty)))
    .insert(key(h, place, hash), () => block.header.serialize())
    .insert(key(b, place, hash), () => encodeBody(block))
    .insert(key(h, place, n), hash)
    .insert(key(H, hash), stored(place))
}

/** The content without a block; others may stand on it. */
export function withoutBlock(content: DatabaseContent, block: SealedBlock): DatabaseContent {
  const hash = hexToBytes(block.hash)
  const place = bytesOf(block.number)
  return content
    .remove(key(h, place, hash, t))
    .remove(key(h, place, hash))
    .remove(key(b, place, hash))
    .remove(key(h, place, n))
    .remove(key(H, hash))
}

// Where EthereumJS keeps what.

const headKeys = ['LastHeader', 'LastBlock']

const letter = (text: string) => Buffer.from(text)
const [h, t, n, H, b] = [letter('h'), letter('t'), letter('n'), letter('H'), letter('b')]

/** Its parts in a row. `Buffer.concat` takes longer to look at them than to copy them. */
function key(
  first: Uint8Array,
  second: Uint8Array,
  third: Uint8Array = nothing,
  fourth: Uint8Array = nothing,
): Buffer {
  const [one, two] = [first.length, second.length]
  const made = Buffer.allocUnsafe(one + two + third.length + fourth.length)
  made.set(first, 0)
  made.set(second, one)
  made.set(third, one + two)
  made.set(fourth, one + two + third.length)
  return made
}

const nothing = new Uint8Array()

/** Without zeros in front, other than in geth, but for one byte at the least. */
function bytesOf(number: bigint): Uint8Array {
  const digits = BigInt.asUintN(64, number).toString(16)
  return hexToBytes(digits.length % 2 === 0 ? digits : `0${digits}`)
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
