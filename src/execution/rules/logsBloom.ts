import { newBytes } from '../../lib/hex.ts'
import { Memo } from '../../lib/memo.ts'
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

/** The bloom of what is in `bloom` and in receipts: one of theirs, or a new one. None of them may be changed. */
export function joinBlooms(bloom: Uint8Array, receipts: readonly Bloomed[]): Uint8Array {
  let joined = bloom
  let isNew = false
  for (const { logs, logsBloom } of receipts) {
    if (logs.length === 0) continue
    if (joined === emptyBloom) {
      joined = logsBloom
      continue
    }
    if (!isNew) {
      const copy = newBytes(bloomBytes)
      copy.set(joined)
      joined = copy
      isNew = true
    }
    withLogs(joined, logs)
  }
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
  const bits = bitsOf(item)
  for (let index = 0; index < bits.length; index++) {
    const bit = bits[index] as number
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
