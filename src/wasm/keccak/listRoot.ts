import { recordBytes, roomBytes } from './layout.ts'
import { found, hashBytes, memory, numbers, withRoom } from './module.ts'

/**
 * The root of the Merkle Patricia trie that maps the RLP of each place in a list to what is encoded of the item there,
 * 32 bytes. `encode` hashes nothing meanwhile; what it gives is looked at before it is called again.
 */
export function listRoot<Item>(
  items: readonly Item[],
  encode: (item: Item) => Uint8Array,
): Uint8Array {
  const { length: count } = items
  // The first record is room for the root.
  let end = (1 + count) * recordBytes
  withRoom(end)
  let record = 0
  for (const item of items) {
    const bytes = encode(item)
    const { length } = bytes
    const start = end + roomBytes
    end = start + length
    withRoom(end)
    memory.set(bytes, start)
    record += recordBytes
    numbers[record >> 2] = length
  }
  withRoom(end).listRoot(count)
  const root = new Uint8Array(hashBytes)
  root.set(found)
  return root
}
