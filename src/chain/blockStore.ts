import { type Blockchain, createBlockchain } from '@ethereumjs/blockchain'
import type { Common } from '@ethereumjs/common'
import { RLP } from '@ethereumjs/rlp'
import { headerItems } from '../ethereumjs/header/hashHeader.ts'
import { bytesToBigInt, type Hex, hexToBytes } from '../lib/hex.ts'
import { encodeRlp, type RlpItem, viewRlp } from '../lib/rlp.ts'
import type { SealedBlock } from '../types/view.ts'
import {
  bytesOf,
  type DatabaseContent,
  MemoryDatabase,
  type Stored,
  stored,
} from './memoryDatabase.ts'
import { encodeOutcomes } from './outcomes.ts'

// Sealed blocks as `@ethereumjs/blockchain` keeps them in its database, with what came of their
// transactions beside them. They are written and read here as it would: its own ways wait for a dozen
// answers of the database for each block, which took as long as to execute a transaction.

/** A block as the store has it. */
export interface EncodedBlock {
  /** Without its bloom where there are no logs. */
  readonly header: Stored
  /** All of it but the header; of an empty block nothing, as EthereumJS takes what is missing for that. */
  readonly body: Stored | undefined
  /** See `encodeOutcomes`; of a block with transactions only. */
  readonly outcomes: Stored | undefined
}

/** A blockchain of its own over a content, whose newest block is `head`. */
export function openStore(
  genesis: SealedBlock,
  common: Common,
  { content, head }: { content: DatabaseContent; head: Hex },
): Promise<Blockchain> {
  const hash = stored(hexToBytes(head))
  return createBlockchain({
    db: new StoreDatabase(headKeys.reduce((all, key) => all.insert(key, hash), content)),
    common,
    genesisBlock: genesis.block,
    // Our own builder made the blocks: checking them again would cost more than storing them.
    validateBlocks: false,
    validateConsensus: false,
  })
}

export function encodeBlock({ header, block, transactions, receipts }: SealedBlock): EncodedBlock {
  const { uncleHeaders, withdrawals = [] } = block
  const isEmpty = transactions.length + uncleHeaders.length + withdrawals.length === 0
  return {
    header: withoutBloom(stored(viewRlp(headerItems(header)))),
    body: isEmpty ? undefined : stored(encodeRlp(bodyItems(block, transactions))),
    outcomes: transactions.length === 0 ? undefined : stored(encodeOutcomes(receipts)),
  }
}

/** The whole encoding of a header that is stored. */
export function headerBytes(header: Stored): Uint8Array {
  const isWhole = listHeaderBytes + lengthOf(header) === header.length
  return bytesOf(isWhole ? header : header.slice(0, bloomAt) + noBloom + header.slice(bloomAt))
}

/** The content with one more block, which is above all others. */
export function withBlock(
  content: DatabaseContent,
  { number, header }: Pick<SealedBlock, 'number' | 'header'>,
  encoded: EncodedBlock,
): DatabaseContent {
  const { difficulty, parentHash } = header
  const place = placeOf(number)
  const hash = stored(header.hash())
  const own = place + hash
  // Behind a gap it starts again.
  const below = content.get(`h${placeOf(number - 1n)}${stored(parentHash)}t`)
  const total = below === undefined ? difficulty : difficulty + totalOf(below)
  const { body, outcomes } = encoded
  const named = content
    .insert(`h${own}`, encoded.header)
    .insert(`h${place}n`, hash)
    .insert(`H${hash}`, place)
  const weighed = total === 0n ? named : named.insert(`h${own}t`, stored(encodeRlp(total)))
  const filled = body === undefined ? weighed : weighed.insert(`b${own}`, body)
  return outcomes === undefined ? filled : filled.insert(`o${own}`, outcomes)
}

/** The content without a block; others may stand on it. */
export function withoutBlock(
  content: DatabaseContent,
  { number, hash }: Pick<SealedBlock, 'number' | 'hash'>,
): DatabaseContent {
  const place = placeOf(number)
  const bytes = stored(hexToBytes(hash))
  const own = place + bytes
  return content
    .remove(`h${own}t`)
    .remove(`h${own}`)
    .remove(`b${own}`)
    .remove(`h${place}n`)
    .remove(`H${bytes}`)
    .remove(`o${own}`)
}

/** The number of the block with that hash. */
export function numberOf(content: DatabaseContent, hash: Hex): bigint | undefined {
  const place = content.get(`H${stored(hexToBytes(hash))}`)
  return place === undefined ? undefined : bytesToBigInt(bytesOf(place))
}

/** A block that is there. */
export function encodedAt(content: DatabaseContent, number: bigint, hash: Stored): EncodedBlock {
  const own = placeOf(number) + hash
  const header = content.get(`h${own}`)
  if (header === undefined) throw new Error(`block ${number} is not stored`)
  return { header, body: content.get(`b${own}`), outcomes: content.get(`o${own}`) }
}

/**
 * What EthereumJS reads: with the blooms of no logs and the total difficulties of zero, which are not
 * stored. They would take a quarter of what is kept of an empty block.
 */
export class StoreDatabase extends MemoryDatabase {
  protected override valueAt(key: Stored): Uint8Array | undefined {
    const value = this.content().get(key)
    const isHeader = key.startsWith('h') && !key.endsWith('n') && value?.charCodeAt(0) === longList
    if (value !== undefined) return isHeader ? headerBytes(value) : bytesOf(value)
    const isTotal = key.startsWith('h') && key.endsWith('t')
    return isTotal && this.content().get(key.slice(0, -1)) !== undefined ? noDifficulty : undefined
  }
}

/** A header has a bloom of 256 bytes: its length takes two. */
const [longList, listHeaderBytes] = [0xf9, 3]

/** Behind five hashes and an address, each with a byte in front, and three bytes of its own. */
const bloomAt = listHeaderBytes + 5 * 33 + 21 + 3

const noBloom: Stored = stored(new Uint8Array(256))

function withoutBloom(header: Stored): Stored {
  const end = bloomAt + noBloom.length
  if (header.slice(bloomAt, end) !== noBloom) return header
  return stored(bytesOf(header.slice(0, bloomAt) + header.slice(end)))
}

/** Of the list's payload, as it says. */
function lengthOf(header: Stored): number {
  return header.charCodeAt(1) * 256 + header.charCodeAt(2)
}

// Where EthereumJS keeps what. Of ours is `o` alone.

const headKeys = ['LastHeader', 'LastBlock']

/** A number as EthereumJS writes it: without zeros in front, other than in geth, but for one byte at the least. */
function placeOf(number: bigint): Stored {
  let place = ''
  let rest = BigInt.asUintN(64, number)
  do {
    place = String.fromCharCode(Number(rest & 0xffn)) + place
    rest >>= 8n
  } while (rest > 0n)
  return place
}

const noDifficulty = encodeRlp(0n)

function totalOf(encoded: Stored): bigint {
  return bytesToBigInt(RLP.decode(bytesOf(encoded)) as Uint8Array)
}

/** Typed transactions have their encodings at hand. */
function bodyItems(
  { uncleHeaders, withdrawals }: SealedBlock['block'],
  transactions: SealedBlock['transactions'],
): RlpItem {
  const envelopes = transactions.map(({ envelope, raw }) =>
    envelope.type === 0 ? (envelope.raw() as RlpItem) : raw,
  )
  const uncles = uncleHeaders.map((uncle) => uncle.raw())
  const own = withdrawals?.map((withdrawal) => withdrawal.raw() as RlpItem)
  return own === undefined ? [envelopes, uncles] : [envelopes, uncles, own]
}
