import type { BlockHeader } from '@ethereumjs/block'
import { headerItems } from '../ethereumjs/header/hashHeader.ts'
import { encodeRlp, type RlpItem } from '../lib/rlp.ts'
import type { Steps } from '../lib/steps.ts'
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
  /** Base fees of the first ones; all others have the last of them. Wei. */
  readonly fees: readonly bigint[]
}

export const hashBytes = 32

/** Places of items in the list that a header is. */
const [numberAt, timestampAt, mixHashAt, nonceAt, feeAt] = [8, 11, 13, 14, 15]

/** Of a payload from 256 to 65,535 bytes: a header has a bloom of 256, and nothing long. */
const listHeaderBytes = 3

/**
 * The hashes of so many headers, one after the other: 32 bytes each. Only what differs is written again:
 * three microseconds for each hash, of which the hashing is more than two.
 */
export function* hashRun(
  { like, parentHash, number, timestamp, intervalSeconds, fees }: RunPlace,
  count: number,
): Steps<Uint8Array> {
  const hashes = new Uint8Array(count * hashBytes)
  const layOut = layouts(like)
  let layout: Layout | undefined
  let parent = parentHash
  for (let index = 0; index < count; index++) {
    const place = BigInt(index)
    const itsNumber = number + place
    const itsTimestamp = timestamp + place * intervalSeconds
    if (
      index < fees.length ||
      layout === undefined ||
      isOutgrown(layout, itsNumber, itsTimestamp)
    ) {
      layout = layOut(itsNumber, itsTimestamp, fees[Math.min(index, fees.length - 1)])
    }
    const { encoded } = layout
    encoded.set(parent, layout.parent)
    writeBefore(encoded, layout.numberEnd, itsNumber)
    writeBefore(encoded, layout.timestampEnd, itsTimestamp)
    encoded.set(randaoAfter(parent), layout.mixHash)
    parent = keccak256(encoded)
    hashes.set(parent, index * hashBytes)
    if (index % inAStep === 0) yield
  }
  return hashes
}

/** To ask for the time, as is done between steps, takes a part of the time of a hash. */
const inAStep = 64

/** The encoding of a header, and where in it is what differs from the next one's. */
interface Layout {
  readonly encoded: Uint8Array
  readonly parent: number
  /** Where the number ends, which is written backwards. */
  readonly numberEnd: number
  readonly timestampEnd: number
  readonly mixHash: number
  /** From here on there is no room for them. */
  readonly numberLimit: bigint
  readonly timestampLimit: bigint
}

function layouts(
  like: BlockHeader,
): (number: bigint, timestamp: bigint, fee: bigint | undefined) => Layout {
  const items = [...headerItems(like)]
  const limits = encodedBytes(items.slice(numberAt + 1, timestampAt))
  const extra = encodedBytes(items.slice(timestampAt + 1, mixHashAt))
  return (number, timestamp, fee) => {
    items[numberAt] = number
    items[timestampAt] = timestamp
    if (fee !== undefined) items[feeAt] = fee
    const encoded = encodeRlp(items)
    const rest = encodedBytes(items.slice(nonceAt))
    const mixHash = encoded.length - rest - hashBytes
    const timestampEnd = mixHash - 1 - extra
    const timestampBytes = encodeRlp(timestamp).length
    return {
      encoded,
      parent: listHeaderBytes + 1,
      numberEnd: timestampEnd - timestampBytes - limits,
      timestampEnd,
      mixHash,
      numberLimit: limitOf(number),
      timestampLimit: limitOf(timestamp),
    }
  }
}

function isOutgrown(
  { numberLimit, timestampLimit }: Layout,
  number: bigint,
  timestamp: bigint,
): boolean {
  return number >= numberLimit || timestamp >= timestampLimit
}

/** The least number that is encoded with another length than `number`: below 0x80 it has no header. */
function limitOf(number: bigint): bigint {
  if (number < 0x80n) return number + 1n
  let limit = 0x100n
  while (limit <= number) limit <<= 8n
  return limit
}

/** Writes a number that is encoded there already, or another of as many bytes. */
function writeBefore(encoded: Uint8Array, end: number, number: bigint): void {
  if (number < 0x80n) return
  let at = end
  let rest = number
  for (; rest > 0xff_ffff_ffffn; rest >>= 8n) encoded[--at] = Number(rest & 0xffn)
  for (let low = Number(rest); low > 0; low = Math.floor(low / 256)) encoded[--at] = low % 256
}

/** What a block of a run has for PREVRANDAO. */
export function randaoAfter(parentHash: Uint8Array): Uint8Array {
  return keccak256(parentHash)
}

/** How many bytes the encodings of items take together. */
function encodedBytes(items: readonly RlpItem[]): number {
  return items.reduce((sum: number, item) => sum + encodeRlp(item).length, 0)
}
