import type { Withdrawal } from '@ethereumjs/util'
import { Encoding, encodeRlp, type RlpItem, viewRlp } from '../../lib/rlp.ts'
import type { Receipt } from '../../types/transaction.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import { receiptEncoding } from './receipt.ts'

/** A place in the list and its key in the trie: the RLP of the place, as nibbles. */
interface Entry {
  readonly key: Uint8Array
  readonly value: RlpItem
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
export function orderedRoot(items: readonly (Uint8Array | Encoding)[]): Uint8Array {
  if (items.length === 0) return emptyRoot
  const entries = items.map((value, index) => ({ key: keyOf(index), value }))
  // The index 0 is encoded as 0x80 and comes after 1 to 127: the trie wants the order of its keys.
  const [zero, ...rest] = entries as [Entry, ...Entry[]]
  const sorted = [...rest.slice(0, 127), zero, ...rest.slice(127)]
  return keccak256(viewRlp(nodeOf(sorted, 0, sorted.length, 0)))
}

/** The node over the entries from `start` to `end`, whose keys agree up to `depth`. No key begins another. */
function nodeOf(entries: readonly Entry[], start: number, end: number, depth: number): RlpItem {
  const first = entries[start] as Entry
  if (end - start === 1) return [path(first.key, depth, first.key.length, 2), first.value]
  const last = entries[end - 1] as Entry
  let shared = depth
  while (first.key[shared] === last.key[shared]) shared++
  const branch = branchOf(entries, start, end, shared)
  return shared === depth ? branch : [path(first.key, depth, shared, 0), link(branch)]
}

function branchOf(entries: readonly Entry[], start: number, end: number, depth: number): RlpItem {
  const children: RlpItem[] = []
  let from = start
  for (let nibble = 0; nibble < 16; nibble++) {
    let to = from
    while (to < end && entries[to]?.key[depth] === nibble) to++
    children.push(from === to ? nothing : link(nodeOf(entries, from, to, depth + 1)))
    from = to
  }
  // The seventeenth item would be the value of a key that ends here.
  children.push(nothing)
  return children
}

/** How a node stands in its parent: itself when it is short, else its hash. */
function link(node: RlpItem): RlpItem {
  const encoded = viewRlp(node)
  return encoded.length < 32 ? node : keccak256(encoded)
}

/** The first ones, as nearly every block has them. */
const keys: Uint8Array[] = []
const mostKeys = 1024

function keyOf(index: number): Uint8Array {
  const key = keys[index] ?? nibbles(viewRlp(BigInt(index)))
  if (index < mostKeys) keys[index] = key
  return key
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
