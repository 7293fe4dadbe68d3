import { Block, type BlockHeader } from '@ethereumjs/block'
import { KECCAK256_RLP } from '@ethereumjs/util'
import type { Steps } from '../clock/pace.ts'
import { copyHeader, hashHeader, headerItems } from '../ethereumjs/header.ts'
import { hashCacheOf } from '../ethereumjs/privateMembers.ts'
import { blockSize } from '../execution/rules/body.ts'
import {
  bytesToBigInt,
  bytesToHex,
  equalBytes,
  type Hex,
  hexToBytes,
  numberToBytes,
} from '../lib/hex.ts'
import { remembered } from '../lib/memo.ts'
import { encodeRlp, type RlpItem } from '../lib/rlp.ts'
import type { StateTree } from '../types/state.ts'
import type { SealedBlock } from '../types/view.ts'
import { keccak256 } from '../wasm/keccak/keccak256.ts'

/** Blocks of which each is as the one before but for what its place says. */
export interface RunPlace {
  /** What all of them have besides their places; a header from the merge on. */
  readonly like: BlockHeader
  /** The parent of the first block; 32 bytes. */
  readonly parentHash: Uint8Array
  readonly number: bigint
  /** Seconds. */
  readonly timestamp: bigint
  readonly intervalSeconds: bigint
  /** Base fees of the first ones; all others have the last of them. Wei. */
  readonly fees: readonly bigint[]
}

const hashBytes = 32

/** Places of items in the list that a header is. */
const [numberAt, timestampAt, mixHashAt, nonceAt, feeAt] = [8, 11, 13, 14, 15]

/**
 * The length of the list header for payloads of 256 to 65,535 bytes: every header has a bloom of 256 bytes and no long
 * member.
 */
const listHeaderBytes = 3

/** Yields the hashes of consecutive headers, 32 bytes each. Only the bytes that differ are written again. */
function* hashRun(
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
  /** The first number and time for which the encoded header has no room. */
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
function randaoAfter(parentHash: Uint8Array): Uint8Array {
  return keccak256(parentHash)
}

/** How many bytes the encodings of items take together. */
function encodedBytes(items: readonly RlpItem[]): number {
  return items.reduce((sum: number, item) => sum + encodeRlp(item).length, 0)
}

/**
 * Base fees of empty blocks that follow an empty one, wei per gas, until they fall no more (EIP-1559):
 * those of all further ones are as the last. From a gwei that takes 140 blocks. None before London.
 */
const feesAfter = remembered((header: BlockHeader): readonly bigint[] => {
  if (header.baseFeePerGas === undefined) return []
  const fees: bigint[] = []
  for (let last = header; ; ) {
    const fee = last.calcNextBaseFee()
    fees.push(fee)
    if (fee === last.baseFeePerGas) return fees
    last = copyHeader(last, { baseFeePerGas: fee })
  }
})

/**
 * Empty blocks one after the other that are made when they are asked for. All follow from the block
 * before the first: state and limits are as there, and fees fall as they do in empty blocks. Their hashes are
 * computed when the run is made. A run may be too long for that: then those in its middle, the gap, have
 * names instead, which are no hashes of their headers.
 */
export interface BlockRun {
  /** The block before the first one; empty, so that the base fee falls from there on. */
  readonly before: SealedBlock
  readonly from: bigint
  readonly to: bigint
  /** Between the timestamps of two blocks. */
  readonly intervalSeconds: bigint
  /** State after the last one. */
  readonly after: StateTree
  /** The hashes of the blocks before the gap, or of all blocks: 32 bytes each. */
  readonly hashes: Uint8Array
  readonly gap: RunGap | undefined
}

/** Blocks of a run that are not hashed. */
export interface RunGap {
  readonly from: bigint
  readonly to: bigint
  /** Stands for the hash of the last of them. 32 bytes, of which the others have the first 24. */
  readonly name: Uint8Array
  /** The hashes of the blocks after the gap. */
  readonly hashes: Uint8Array
}

/** What a run follows from. */
export type RunShape = Pick<BlockRun, 'before' | 'from' | 'to' | 'intervalSeconds'> & {
  /** The skipped blocks; where they are not said, those between the first and the last of a run that is too long. */
  readonly gap?: Pick<RunGap, 'from' | 'to'> | undefined
}

/** The number of blocks that are hashed: half a second of work, and 3 MB. */
const maxHashedRun = 100_000n

/** Made at both ends of a longer run: what the contract of EIP-2935 remembers, and one more. */
const made = 8192n

/** Hashes the blocks of a run. Its state stays as it was before. */
export function* makeRun(shape: RunShape): Steps<BlockRun> {
  const { before, from, to, intervalSeconds } = shape
  const isLong = to - from >= maxHashedRun
  const gap = shape.gap ?? (isLong ? { from: from + made, to: to - made } : undefined)
  const hash = (first: bigint, last: bigint, parentHash: Uint8Array) =>
    hashRun(
      {
        like: likeInRun(before),
        parentHash,
        number: first,
        timestamp: timestampIn(shape, first),
        intervalSeconds,
        fees: feesFrom(shape, first),
      },
      Number(last - first + 1n),
    )
  const run = { before, from, to, intervalSeconds, after: before.state }
  const hashes = yield* hash(from, gap === undefined ? to : gap.from - 1n, before.header.hash())
  if (gap === undefined) return { ...run, hashes, gap }
  const name = nameOf(gap, hashes)
  return { ...run, hashes, gap: { ...gap, name, hashes: yield* hash(gap.to + 1n, to, name) } }
}

/** The run without what is above `to`, which is in it. */
export function shortened(run: BlockRun, to: bigint): BlockRun {
  return to === run.to ? run : { ...run, to, after: run.before.state }
}

/** The block of the run with that number, which must be in it. */
export function blockInRun(run: BlockRun, number: bigint): SealedBlock {
  const { before } = run
  const parentHash = parentHashIn(run, number)
  const header = copyHeader(likeInRun(before), {
    parentHash,
    number,
    timestamp: timestampIn(run, number),
    mixHash: randaoAfter(parentHash),
    baseFeePerGas: feesFrom(run, number)[0],
  })
  if (isInGap(run, number)) hashCacheOf(header).hash = hashInRun(run, number)
  const headerBytes = hashHeader(header)
  const withdrawals = before.block.withdrawals === undefined ? undefined : []
  return {
    kind: 'sealed',
    hash: bytesToHex(header.hash()),
    number,
    block: new Block(header, [], [], withdrawals, { common: header.common }),
    header,
    transactions: [],
    receipts: [],
    state: number === run.to ? run.after : before.state,
    size: blockSize(header, [], withdrawals, [], headerBytes),
  }
}

/** The hash before that of the block with that number, 32 bytes. */
export function parentHashIn(run: BlockRun, number: bigint): Uint8Array {
  return number === run.from ? run.before.header.hash() : hashInRun(run, number - 1n)
}

/** The hash of the block with that number, 32 bytes. */
export function hashInRun({ from, hashes, gap }: BlockRun, number: bigint): Uint8Array {
  if (gap !== undefined && isInGap({ gap }, number)) return nameInGap(gap, number)
  const isBehind = gap !== undefined && number > gap.to
  const [all, first] = isBehind ? [gap.hashes, gap.to + 1n] : [hashes, from]
  const at = Number(number - first) * hashBytes
  return all.slice(at, at + hashBytes)
}

/** The number of the block of the run with that hash. */
export function numberInRun(run: BlockRun, hash: Hex): bigint | undefined {
  const wanted = hexToBytes(hash)
  const { from, to, hashes, gap } = run
  if (gap !== undefined) {
    const named = equalBytes(gap.name, wanted) ? gap.to : bytesToBigInt(wanted.subarray(namedBytes))
    const isNamed = isInGap(run, named) && equalBytes(nameInGap(gap, named), wanted)
    if (isNamed) return within(named, to)
    const behind = indexOf(gap.hashes, wanted)
    if (behind !== undefined) return within(gap.to + 1n + BigInt(behind), to)
  }
  const index = indexOf(hashes, wanted)
  return index === undefined ? undefined : within(from + BigInt(index), to)
}

function isInGap({ gap }: Pick<BlockRun, 'gap'>, number: bigint): boolean {
  return gap !== undefined && number >= gap.from && number <= gap.to
}

/** Bytes that the names of all blocks of a gap have in common; the number follows. */
const namedBytes = 24

function nameInGap({ name, to }: RunGap, number: bigint): Uint8Array {
  if (number === to) return name
  const named = name.slice()
  named.set(numberToBytes(number, hashBytes - namedBytes), namedBytes)
  return named
}

/** A run may have been shortened, and its hashes not. */
function within(number: bigint, to: bigint): bigint | undefined {
  return number <= to ? number : undefined
}

/** The place of a hash among hashes. */
function indexOf(hashes: Uint8Array, hash: Uint8Array): number | undefined {
  const words = new Uint32Array(hashes.buffer, hashes.byteOffset, hashes.length >> 2)
  const [wanted] = new Uint32Array(hash.slice(0, 4).buffer)
  const step = hashBytes >> 2
  for (let at = 0; at < words.length; at += step) {
    if (words[at] !== wanted) continue
    const start = at * 4
    if (equalBytes(hashes.subarray(start, start + hashBytes), hash)) return at / step
  }
  return undefined
}

/** No hash of a header: it is over the last block before the gap and where the gap ends, 48 bytes. */
function nameOf({ from, to }: Pick<RunGap, 'from' | 'to'>, hashes: Uint8Array): Uint8Array {
  const input = new Uint8Array(hashBytes + 16)
  input.set(hashes.subarray(-hashBytes))
  input.set(numberToBytes(from, 8), hashBytes)
  input.set(numberToBytes(to, 8), hashBytes + 8)
  return keccak256(input)
}

/** Base fees from that number on; those further on are as the last. */
function feesFrom(
  { before, from }: Pick<BlockRun, 'before' | 'from'>,
  number: bigint,
): readonly bigint[] {
  const fees = feesAfter(before.header)
  return fees.slice(Math.min(Number(number - from), fees.length - 1))
}

/** The time of the block of the run with that number, seconds. */
export function timestampIn(
  { before, intervalSeconds }: Pick<BlockRun, 'before' | 'intervalSeconds'>,
  number: bigint,
): bigint {
  return before.header.timestamp + (number - before.number) * intervalSeconds
}

/** What the headers of a run have in common. Their state is that after the block before, edits of it included. */
function likeInRun({ header, state }: SealedBlock): BlockHeader {
  const withdrawalsRoot = header.withdrawalsRoot && KECCAK256_RLP
  return copyHeader(header, { stateRoot: state.root(), withdrawalsRoot })
}
