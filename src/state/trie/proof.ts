import { bytesToBigInt } from '../../lib/hex.ts'
import type { AccountProof, AccountState, SlotProof } from '../../types/state.ts'
import {
  accountState,
  encodeAccount,
  encodeSlot,
  type StoredAccount,
  storageRoot,
} from '../account.ts'
import { hashedKey, type Packed, pack, unpack } from './packed.ts'
import { get, type Node, nibbleAt } from './trie.ts'
import { prove } from './trieHash.ts'

/** Returns geth's answer for an absent account: both hashes are zero. */
export function absentAccount(): AccountState {
  return { nonce: 0n, balance: 0n, codeHash: new Uint8Array(32), storageRoot: new Uint8Array(32) }
}

/** Proves an account, or that there is none, and its slots; without storage their proofs are empty. */
export function proveAccount(
  accounts: Node<StoredAccount> | undefined,
  address: Uint8Array,
  slots: readonly Uint8Array[],
): AccountProof {
  const key = hashedKey(pack(address))
  const account = get(accounts, key)
  return {
    account:
      account === undefined
        ? absentAccount()
        : accountState(account, () => storageRoot(account.storage)),
    accountProof: prove(accounts, key, encodeAccount),
    slots: slots.map((slot) => proveSlot(account, slot)),
  }
}

/** Proves a slot of an account that is here whole. */
export function proveSlot(account: StoredAccount | undefined, slot: Uint8Array): SlotProof {
  const key = hashedKey(pack(slot))
  const stored = get(account?.storage, key)
  return {
    slot,
    value: stored === undefined ? 0n : bytesToBigInt(unpack(stored.value)),
    proof: prove(account?.storage, key, encodeSlot),
  }
}

/** The first key of 32 bytes that begins with a path of nibbles. */
export function keyAlong(path: readonly number[]): Uint8Array {
  return Uint8Array.from(
    { length: 32 },
    (_, index) => ((path[2 * index] ?? 0) << 4) | (path[2 * index + 1] ?? 0),
  )
}

/** Nodes to be looked at: whole, or only their keys from the first one wanted on. */
interface Ahead<Value> {
  readonly node: Node<Value> | undefined
  readonly depth: number
  readonly isWhole: boolean
}

/**
 * The values whose keys are `from` or above, in the order of their keys; `from` may be the begin of
 * a key. Parts below it are passed over.
 */
export function* valuesFrom<Value>(
  root: Node<Value> | undefined,
  from: Packed,
): Generator<Value, void> {
  const ahead: Ahead<Value>[] = [{ node: root, depth: 0, isWhole: from === '' }]
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    const { node, depth, isWhole } = next
    if (node === undefined) continue
    if (node.kind === 'leaf') {
      if (isWhole || node.key >= from) yield node.value
    } else if (node.kind === 'lazy') {
      ahead.push({ node: node.peek(), depth, isWhole })
    } else if (node.kind === 'extension') {
      const side = isWhole ? 1 : compare(node.key, from, depth, node.end)
      if (side >= 0) ahead.push({ node: node.child, depth: node.end, isWhole: side > 0 })
    } else {
      const first = isWhole ? 0 : nibbleAt(from, depth)
      for (let index = 15; index >= first; index--) {
        const child = node[index]
        ahead.push({ node: child, depth: depth + 1, isWhole: isWhole || index > first })
      }
    }
  }
}

/** Whether the nibbles of `key` from `start` to `end` are below those of `from` (-1), the same, or above. */
function compare(key: Packed, from: Packed, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    const difference = nibbleAt(key, at) - nibbleAt(from, at)
    if (difference !== 0) return difference
  }
  return 0
}
