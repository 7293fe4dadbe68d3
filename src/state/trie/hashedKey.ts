import { keccak256Text } from '../../wasm/keccak/keccak256.ts'
import type { Packed } from './packed.ts'

/** Some ten megabytes; the addresses and slots that a devnet works with fit in. */
const mostKept = 100_000

const hashes = new Map<Packed, Packed>()

/** Where an address or slot stands in its trie: its keccak-256, remembered for a while. */
export function hashedKey(preimage: Packed): Packed {
  const known = hashes.get(preimage)
  if (known !== undefined) return known
  const hash = keccak256Text(preimage)
  if (hashes.size >= mostKept) hashes.clear()
  hashes.set(preimage, hash)
  return hash
}
