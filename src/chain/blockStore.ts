import { type Blockchain, createBlockchain } from '@ethereumjs/blockchain'
import type { Common } from '@ethereumjs/common'
import { RLP } from '@ethereumjs/rlp'
import { bytesToBigInt, type Hex, hexToBytes } from '../lib/hex.ts'
import { encodeRlp } from '../lib/rlp.ts'
import type { SealedBlock } from '../types/view.ts'
import { type EncodedBlock, encodeBlock, headerBytes } from './encodedBlock.ts'
import {
  bytesOf,
  type DatabaseContent,
  MemoryDatabase,
  type Stored,
  stored,
} from './memoryDatabase.ts'

// Sealed blocks as `@ethereumjs/blockchain` finds them in its database, with what came of their
// transactions beside them. They are written and read here as it would: its own ways wait for a dozen
// answers of the database for each block, which took as long as to execute a transaction.

/** A block in the store. It is encoded when the store is read, and at the latest when it is no longer kept decoded. */
export class StoreEntry {
  readonly number: bigint
  readonly hash: Stored
  #block: SealedBlock | EncodedBlock

  constructor(number: bigint, hash: Stored, block: SealedBlock | EncodedBlock) {
    this.number = number
    this.hash = hash
    this.#block = block
  }

  encoded(): EncodedBlock {
    if ('kind' in this.#block) this.#block = encodeBlock(this.#block)
    return this.#block
  }
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

/** The content with one more block, which is above all others. */
export function withEntry(
  content: DatabaseContent,
  entry: StoreEntry,
  { difficulty, parentHash }: Pick<SealedBlock['header'], 'difficulty' | 'parentHash'>,
): DatabaseContent {
  const { number, hash } = entry
  const place = placeOf(number)
  const named = content.insert(`h${place}n`, hash).insert(`H${hash}`, entry)
  // Behind a gap it starts again.
  const below = content.get(`h${placeOf(number - 1n)}${stored(parentHash)}t`)
  const total = typeof below === 'string' ? difficulty + totalOf(below) : difficulty
  return total === 0n ? named : named.insert(`h${place}${hash}t`, stored(encodeRlp(total)))
}

/** The content without a block; others may stand on it. */
export function withoutBlock(
  content: DatabaseContent,
  { number, hash }: Pick<SealedBlock, 'number' | 'hash'>,
): DatabaseContent {
  const place = placeOf(number)
  const bytes = stored(hexToBytes(hash))
  return content.remove(`h${place}${bytes}t`).remove(`h${place}n`).remove(`H${bytes}`)
}

/** The number of the block with that hash. */
export function numberOf(content: DatabaseContent, hash: Hex): bigint | undefined {
  return entryOf(content, stored(hexToBytes(hash)))?.number
}

function entryOf(content: DatabaseContent, hash: Stored): StoreEntry | undefined {
  const entry = content.get(`H${hash}`)
  return entry instanceof StoreEntry ? entry : undefined
}

/**
 * What EthereumJS reads: of a block one entry is kept, which stands for all that has its hash in the
 * key, and of the total difficulties those that are not zero.
 */
export class StoreDatabase extends MemoryDatabase {
  protected override valueAt(key: Stored): Uint8Array | undefined {
    return super.valueAt(key) ?? this.#partAt(key)
  }

  #partAt(key: Stored): Uint8Array | undefined {
    const kind = key.charAt(0)
    const isTotal = kind === 'h' && key.endsWith('t')
    const own = key.slice(1, isTotal ? -1 : undefined)
    const entry = entryOf(this.content(), own.slice(-hashLength))
    if (entry === undefined) return undefined
    const place = placeOf(entry.number)
    if (kind === 'H' && own === entry.hash) return bytesOf(place)
    if (own !== place + entry.hash) return undefined
    if (isTotal) return noDifficulty
    if (kind === 'h') return headerBytes(entry.encoded().header)
    const { body } = entry.encoded()
    return kind === 'b' && body !== undefined ? bytesOf(body) : undefined
  }
}

// Where EthereumJS keeps what.

const hashLength = 32

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
