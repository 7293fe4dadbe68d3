import { Memo } from '../../lib/memo.ts'
import { newBytes } from '../../lib/newBytes.ts'
import { type Packed, pack, unpack } from '../../state/packed.ts'
import type { Log } from '../../types/transaction.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'

/** 2048 bits. */
const bloomBytes = 256

/** The bloom of no logs. */
export const emptyBloom = new Uint8Array(bloomBytes)

/** The bloom filter over addresses and topics of logs (yellow paper, 4.4.3). */
export function logsBloom(logs: readonly Log[]): Uint8Array {
  if (logs.length === 0) return emptyBloom
  const bloom = newBytes(bloomBytes)
  for (const { address, topics } of logs) {
    add(bloom, address)
    for (const topic of topics) add(bloom, topic)
  }
  return bloom
}

/** The bloom of all logs that stand in one of the blooms: the only one itself. None may be changed. */
export function combineBlooms(blooms: readonly Uint8Array[]): Uint8Array {
  const filled = blooms.filter((bloom) => bloom !== emptyBloom)
  if (filled.length < 2) return filled[0] ?? emptyBloom
  const combined = new Uint8Array(bloomBytes)
  for (const bloom of filled) {
    for (let index = 0; index < bloomBytes; index++) {
      combined[index] = (combined[index] as number) | (bloom[index] as number)
    }
  }
  return combined
}

function add(bloom: Uint8Array, item: Uint8Array): void {
  for (const bit of bitsOf(item)) {
    const byte = bloomBytes - 1 - (bit >> 3)
    bloom[byte] = (bloom[byte] as number) | (1 << (bit & 7))
  }
}

/** The same addresses and topics come again and again. */
const known = new Memo<readonly number[]>(10_000)

/** Three bits: the lowest 11 of each of the first three pairs of bytes of the hash. */
function bitsOf(item: Uint8Array): readonly number[] {
  return known.get(pack(item), bitsOfPacked)
}

function bitsOfPacked(item: Packed): readonly number[] {
  const hash = keccak256(unpack(item))
  return [0, 2, 4].map(
    (pair) => (((hash[pair] as number) << 8) | (hash[pair + 1] as number)) & 2047,
  )
}
