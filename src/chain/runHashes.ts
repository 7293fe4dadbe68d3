import type { BlockHeader } from '@ethereumjs/block'
import { headerItems } from '../ethereumjs/header/hashHeader.ts'
import { encodeRlp, type RlpItem } from '../lib/rlp.ts'
import { keccak256 } from '../wasm/keccak/keccak256.ts'

/** Blocks of which each is as the one before but for what its place says. */
export interface RunPlace {
  /** What all of them have besides their places; a header from the merge on. */
  readonly like: BlockHeader
  /** Of the first one; 32 bytes. */
  readonly parentHash: Uint8Array
  readonly number: bigint
  /** Seconds. */
  readonly timestamp: bigint
  readonly intervalSeconds: bigint
}

export const hashBytes = 32

/** Places of items in the list that a header is. */
const [numberAt, timestampAt, mixHashAt] = [8, 11, 13]

/** Of a payload from 256 to 65,535 bytes: a header has a bloom of 256, and nothing long. */
const listHeaderBytes = 3

/** What stands before a hash. */
const hashPrefix = 0x80 + hashBytes

/**
 * The hashes of so many headers, one after the other: 32 bytes each. `pace` is called after each and
 * waited for where it gives a promise. Only what differs is encoded, some microseconds for each hash.
 */
export async function hashRun(
  { like, parentHash, number, timestamp, intervalSeconds }: RunPlace,
  count: number,
  pace: () => Promise<void> | undefined,
): Promise<Uint8Array> {
  const items = headerItems(like)
  const between = encodings(items.slice(1, numberAt))
  const limits = encodings(items.slice(numberAt + 1, timestampAt))
  const extra = encodings(items.slice(timestampAt + 1, mixHashAt))
  const rest = encodings(items.slice(mixHashAt + 1))
  const encoded = new Uint8Array(1024 + extra.length)
  const hashes = new Uint8Array(count * hashBytes)
  let parent = parentHash
  for (let index = 0; index < count; index++) {
    let at = listHeaderBytes
    const put = (bytes: Uint8Array) => {
      encoded.set(bytes, at)
      at += bytes.length
    }
    const putHash = (hash: Uint8Array) => {
      encoded[at++] = hashPrefix
      put(hash)
    }
    putHash(parent)
    put(between)
    put(encodeRlp(number + BigInt(index)))
    put(limits)
    put(encodeRlp(timestamp + BigInt(index) * intervalSeconds))
    put(extra)
    putHash(randaoAfter(parent))
    put(rest)
    const payload = at - listHeaderBytes
    encoded.set([0xf9, payload >> 8, payload & 255])
    parent = keccak256(encoded.subarray(0, at))
    hashes.set(parent, index * hashBytes)
    const turn = pace()
    if (turn !== undefined) await turn
  }
  return hashes
}

/** What a block of a run has for PREVRANDAO. */
export function randaoAfter(parentHash: Uint8Array): Uint8Array {
  return keccak256(parentHash)
}

/** The encodings of items, one after the other. */
function encodings(items: readonly RlpItem[]): Uint8Array {
  const parts = items.map((item) => encodeRlp(item))
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
