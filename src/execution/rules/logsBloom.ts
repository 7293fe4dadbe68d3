import { Memo } from '../../lib/memo.ts'
import { newBytes } from '../../lib/newBytes.ts'
import { remembered } from '../../lib/remembered.ts'
import { type Packed, pack, unpack } from '../../state/trie/packed.ts'
import type { Log } from '../../types/transaction.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'

/** 2048 bits. */
const bloomBytes = 256

/** The bloom of no logs. */
export const emptyBloom = new Uint8Array(bloomBytes)

/** The bloom filter over addresses and topics of logs (yellow paper, 4.4.3). */
export function logsBloom(logs: readonly Log[]): Uint8Array {
  return logs.length === 0 ? emptyBloom : withLogs(newBytes(bloomBytes), logs)
}

/** What has a bloom of its logs. */
interface Bloomed {
  readonly logs: readonly Log[]
  readonly logsBloom: Uint8Array
}

/** The bloom of what is in `bloom` and in the other: one of the two, or a new one. Neither may be changed. */
export function joinBloom(bloom: Uint8Array, { logs, logsBloom }: Bloomed): Uint8Array {
  if (bloom === emptyBloom) return logsBloom
  if (logs.length === 0) return bloom
  const joined = newBytes(bloomBytes)
  joined.set(bloom)
  return withLogs(joined, logs)
}

/** The bloom of all that is in the receipts of a block: one of theirs, or a new one. */
export function joinBlooms(receipts: readonly Bloomed[]): Uint8Array {
  const own = receipts.filter(({ logs }) => logs.length > 0)
  const [first, ...others] = own
  if (first === undefined) return emptyBloom
  if (others.length === 0) return first.logsBloom
  const joined = newBytes(bloomBytes)
  joined.set(first.logsBloom)
  for (const { logs } of others) withLogs(joined, logs)
  return joined
}

function withLogs(bloom: Uint8Array, logs: readonly Log[]): Uint8Array {
  for (const { address, topics } of logs) {
    add(bloom, address)
    for (const topic of topics) add(bloom, topic)
  }
  return bloom
}

function add(bloom: Uint8Array, item: Uint8Array): void {
  for (const bit of bitsOf(item)) {
    const byte = bloomBytes - 1 - (bit >> 3)
    bloom[byte] = (bloom[byte] as number) | (1 << (bit & 7))
  }
}

/** The same addresses and topics come again and again. */
const known = new Memo<readonly number[]>(10_000)

/** Three bits: the lowest 11 of each of the first three pairs of bytes of the hash. They often are the same bytes. */
const bitsOf = remembered((item: Uint8Array) => known.get(pack(item), bitsOfPacked))

function bitsOfPacked(item: Packed): readonly number[] {
  const hash = keccak256(unpack(item))
  return [0, 2, 4].map(
    (pair) => (((hash[pair] as number) << 8) | (hash[pair + 1] as number)) & 2047,
  )
}
