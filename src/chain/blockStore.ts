import { type Blockchain, createBlockchain } from '@ethereumjs/blockchain'
import type { Common } from '@ethereumjs/common'
import { bytesToBigInt, type Hex, hexToBytes } from '../lib/hex.ts'
import { PersistentMap } from '../lib/persistentMap.ts'
import { encodeRlp, readRlp } from '../lib/rlp.ts'
import type { SealedBlock } from '../types/view.ts'
import { type EncodedBlock, encodeBlock, headerBytes } from './encodedBlock.ts'
import { bytesOf, MemoryDatabase, type Stored, stored } from './memoryDatabase.ts'

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

/** Blocks by their hashes; never changes. */
export type StoredBlocks = PersistentMap<StoreEntry>

export const noBlocks: StoredBlocks = PersistentMap.empty()

export function withEntry(blocks: StoredBlocks, entry: StoreEntry): StoredBlocks {
  return blocks.set(entry.hash, entry)
}

/** Returns the blocks without one of them; others may build on it. */
export function withoutBlock(
  blocks: StoredBlocks,
  { hash }: Pick<SealedBlock, 'hash'>,
): StoredBlocks {
  return blocks.delete(stored(hexToBytes(hash)))
}

/** The number of the block with that hash. */
export function numberOf(blocks: StoredBlocks, hash: Hex): bigint | undefined {
  return blocks.get(stored(hexToBytes(hash)))?.number
}

/** A blockchain of EthereumJS with these blocks, whose newest is `head`. */
export async function openStore(
  genesis: SealedBlock,
  common: Common,
  { blocks, head }: { blocks: StoredBlocks; head: Hex },
): Promise<Blockchain> {
  const db = new MemoryDatabase()
  const hash = hexToBytes(head)
  await db.batch([
    ...partsOf(blocks).map(([key, value]) => ({ type: 'put', key, value }) as const),
    ...headKeys.map((key) => ({ type: 'put', key, value: hash }) as const),
  ])
  return createBlockchain({
    db,
    common,
    genesisBlock: genesis.block,
    // Our own builder made the blocks: checking them again would cost more than storing them.
    validateBlocks: false,
    validateConsensus: false,
  })
}

const headKeys = ['LastHeader', 'LastBlock']

/** What EthereumJS keeps of blocks, by its keys. */
function partsOf(blocks: StoredBlocks): readonly (readonly [key: Stored, value: Uint8Array])[] {
  const totals = new Map<Stored, bigint>()
  const ascending = [...blocks]
    .map(([, entry]) => entry)
    .sort((one, other) => (one.number < other.number ? -1 : 1))
  return ascending.flatMap((entry) => {
    const { number, hash } = entry
    const { header, body } = entry.encoded()
    const bytes = headerBytes(header)
    const fields = readRlp(bytes) as readonly Uint8Array[]
    const [parent, difficulty] = [fields[parentField], fields[difficultyField]] as [
      Uint8Array,
      Uint8Array,
    ]
    // Behind a gap it starts again.
    const total = (totals.get(stored(parent)) ?? 0n) + bytesToBigInt(difficulty)
    totals.set(hash, total)
    const place = placeOf(number)
    const own = `${place}${hash}`
    const parts: [Stored, Uint8Array][] = [
      [`h${place}n`, bytesOf(hash)],
      [`H${hash}`, bytesOf(place)],
      [`h${own}`, bytes],
      [`h${own}t`, encodeRlp(total)],
    ]
    return body === undefined ? parts : [...parts, [`b${own}`, bytesOf(body)] as const]
  })
}

/** Places in a header. */
const parentField = 0
const difficultyField = 7

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
