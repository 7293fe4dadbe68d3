import { bytesToBigInt } from '../../lib/hex.ts'
import type { AccountProof, AccountState, SlotProof } from '../../types/state.ts'
import {
  accountState,
  encodeAccount,
  encodeSlot,
  type StoredAccount,
  storageRoot,
} from '../account.ts'
import { hashedKey } from './hashedKey.ts'
import { pack, unpack } from './packed.ts'
import { get, type Node } from './trie.ts'
import { prove } from './trieHash.ts'

/** As geth answers for an account that is not there: both hashes are zero. */
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
