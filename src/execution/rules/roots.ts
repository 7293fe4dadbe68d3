import type { Withdrawal } from '@ethereumjs/util'
import { Encoding, encodeRlp, type RlpItem, viewRlp } from '../../lib/rlp.ts'
import type { Receipt } from '../../types/transaction.ts'
import { hashInto, keccak256 } from '../../wasm/keccak/keccak256.ts'
import { receiptEncoding } from './receipt.ts'

/** What the trie maps to by the places in the list. */
type Items = readonly (Uint8Array | Encoding)[]

/** The key of a place: its RLP, as nibbles. */
interface Key {
  readonly nibbles: Uint8Array
  /** By the depth of a leaf: what is left of it there, encoded. */
  readonly ends: Uint8Array[]
}

const nothing = new Uint8Array()

/** The root of no items: keccak-256 of the RLP of no bytes. */
const emptyRoot = keccak256(encodeRlp(nothing))

/** The root of the transactions of a block, each as it is encoded in it (EIP-2718). */
export function transactionsRoot(
  transactions: readonly { readonly raw: Uint8Array }[],
): Uint8Array {
  return orderedRoot(transactions.map(({ raw }) => raw))
}

/** The root of the receipts of a block. */
export function receiptsRoot(receipts: readonly Receipt[]): Uint8Array {
  return orderedRoot(receipts.map(receiptEncoding))
}

/** The root of the withdrawals of a block (EIP-4895). */
export function withdrawalsRoot(withdrawals: readonly Withdrawal[]): Uint8Array {
  return orderedRoot(withdrawals.map((withdrawal) => new Encoding(withdrawal.raw() as RlpItem)))
}

/**
 * The root of the Merkle Patricia trie that maps the RLP of each index to the item there, 32 bytes.
 * It is made from the list at once, without a trie to be kept.
 */
export function orderedRoot(items: Items): Uint8Array {
  if (items.length === 0) return emptyRoot
  return keccak256(viewRlp(nodeOf(items, 0, items.length, 0)))
}

/** Which item comes at a rank in the order of the keys: the index 0 is encoded as 0x80 and comes after 1 to 127. */
function placeAt(rank: number, count: number): number {
  const ofZero = Math.min(127, count - 1)
  if (rank > ofZero) return rank
  return rank === ofZero ? 0 : rank + 1
}

/** The node over the ranks from `start` to `end`, whose keys agree up to `depth`. No key begins another. */
function nodeOf(items: Items, start: number, end: number, depth: number): RlpItem {
  const place = placeAt(start, items.length)
  const first = keyOf(place)
  if (end - start === 1) return [endOf(first, depth), items[place] as Items[number]]
  const last = keyOf(placeAt(end - 1, items.length)).nibbles
  let shared = depth
  while (first.nibbles[shared] === last[shared]) shared++
  const branch = branchOf(items, start, end, shared)
  if (shared === depth) return branch
  return [path(first.nibbles, depth, shared, 0), link(branch, shared, 16)]
}

function branchOf(items: Items, start: number, end: number, depth: number): RlpItem {
  const children: RlpItem[] = []
  let from = start
  for (let nibble = 0; nibble < 16; nibble++) {
    let to = from
    while (to < end && keyOf(placeAt(to, items.length)).nibbles[depth] === nibble) to++
    const isEmpty = from === to
    children.push(isEmpty ? nothing : link(nodeOf(items, from, to, depth + 1), depth, nibble))
    from = to
  }
  // The seventeenth item would be the value of a key that ends here.
  children.push(nothing)
  return children
}

/** Where hashes stand until the node above them is hashed: by the depth of that and the place in it. */
const hashes: Uint8Array[] = []

/** How a node stands in its parent at a depth: itself when it is short, else its hash, until it is made for another one. */
function link(node: RlpItem, depth: number, place: number): RlpItem {
  const encoded = viewRlp(node)
  if (encoded.length < 32) return node
  const at = depth * 17 + place
  const hash = hashes[at] ?? new Uint8Array(32)
  hashes[at] = hash
  return hashInto(hash, encoded)
}

/** The first ones, as nearly every block has them. */
const keys: Key[] = []
const mostKeys = 1024

function keyOf(place: number): Key {
  const key = keys[place] ?? { nibbles: nibbles(viewRlp(BigInt(place))), ends: [] }
  if (place < mostKeys) keys[place] = key
  return key
}

function endOf({ nibbles, ends }: Key, depth: number): Uint8Array {
  const end = ends[depth] ?? path(nibbles, depth, nibbles.length, 2)
  ends[depth] = end
  return end
}

function nibbles(key: Uint8Array): Uint8Array {
  const halves = new Uint8Array(key.length * 2)
  key.forEach((byte, index) => {
    halves[index * 2] = byte >> 4
    halves[index * 2 + 1] = byte & 15
  })
  return halves
}

/** The nibbles from `start` to `end` in hex-prefix encoding; `flag` is 2 for a leaf and 0 for an extension. */
function path(key: Uint8Array, start: number, end: number, flag: number): Uint8Array {
  const odd = (end - start) & 1
  const encoded = new Uint8Array(1 + ((end - start) >> 1))
  let position = start
  encoded[0] = ((flag + odd) << 4) + (odd === 0 ? 0 : (key[position++] as number))
  for (let at = 1; at < encoded.length; at++) {
    encoded[at] = ((key[position++] as number) << 4) + (key[position++] as number)
  }
  return encoded
}
