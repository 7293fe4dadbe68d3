import { bytesToHex, equalBytes } from '../lib/hex.ts'
import type { Log, Receipt } from '../types/transaction.ts'
import { keccak256 } from '../wasm/keccak/keccak256.ts'

/** Which logs are wanted. Addresses have 20 bytes, topics 32. */
export interface LogFilter {
  /** A log is of one of them; none: of any. */
  readonly addresses: readonly Uint8Array[]
  /**
   * The accepted topics by position; `null` or none: any. A log with fewer topics than there are positions does not
   * match.
   */
  readonly topics: readonly (readonly Uint8Array[] | null)[]
}

/** A log and where it is. */
export interface LogEntry {
  readonly log: Log
  /** The receipt of the transaction that made it. */
  readonly receipt: Receipt
  /** Position in the block. */
  readonly logIndex: number
}

export function matchesLog(filter: LogFilter, log: Log): boolean {
  if (filter.topics.length > log.topics.length) return false
  if (filter.addresses.length > 0 && !includes(filter.addresses, log.address)) return false
  return filter.topics.every(
    (wanted, position) =>
      wanted === null ||
      wanted.length === 0 ||
      includes(wanted, log.topics[position] as Uint8Array),
  )
}

/** The logs of a block's receipts that match, in their order. */
export function* matchingLogs(
  filter: LogFilter,
  receipts: readonly Receipt[],
): Generator<LogEntry, void> {
  for (const receipt of receipts) {
    for (const [index, log] of receipt.logs.entries()) {
      if (matchesLog(filter, log)) yield { log, receipt, logIndex: receipt.firstLogIndex + index }
    }
  }
}

/**
 * A test of blooms (256 bytes): false only for a bloom over logs none of which matches the filter.
 * Hashes what the filter asks for once, so make it once per search.
 */
export function bloomTest(filter: LogFilter): (bloom: Uint8Array) => boolean {
  const alternatives = [filter.addresses, ...filter.topics]
    .filter((wanted) => wanted !== null)
    .filter((wanted) => wanted.length > 0 && wanted.length <= selectiveEntries)
    .map((wanted) => wanted.map(bloomBits))
  return (bloom) =>
    alternatives.every((wanted) => wanted.some((bits) => bits.every((bit) => hasBit(bloom, bit))))
}

/** The number of entries above which one nearly always seems to be in a block's bloom. */
const selectiveEntries = 100

/** The three bits of the 2048 that an address or a topic sets (yellow paper, 4.4.3). */
function bloomBits(item: Uint8Array): readonly number[] {
  const hash = keccak256(item)
  return [0, 2, 4].map(
    (pair) => (((hash[pair] as number) << 8) | (hash[pair + 1] as number)) & 2047,
  )
}

/** Bits count from the end of the bloom. */
function hasBit(bloom: Uint8Array, bit: number): boolean {
  return ((bloom[bloom.length - 1 - (bit >> 3)] as number) & (1 << (bit & 7))) !== 0
}

/** Up to here comparing with each entry is faster than a look-up. */
const fewEntries = 16

const lookUps = new WeakMap<readonly Uint8Array[], ReadonlySet<string>>()

function includes(entries: readonly Uint8Array[], item: Uint8Array): boolean {
  if (entries.length <= fewEntries) return entries.some((entry) => equalBytes(entry, item))
  let lookUp = lookUps.get(entries)
  if (lookUp === undefined) {
    lookUp = new Set(entries.map(bytesToHex))
    lookUps.set(entries, lookUp)
  }
  return lookUp.has(bytesToHex(item))
}
