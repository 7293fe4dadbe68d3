import type {
  AccountProof,
  AccountState,
  MutableState,
  NewBalance,
  StateTree,
} from '../types/state.ts'
import { accountState, encodeAccount, newAccount, type StoredAccount } from './account.ts'
import { hashedKey } from './hashedKey.ts'
import { type Packed, pack, unpack, unpackWord } from './packed.ts'
import { proveAccount } from './proof.ts'
import { State } from './state.ts'
import { type AccountChange, accountChanges } from './stateChanges.ts'
import { get, type Node, type Owner, put, remove, values } from './trie.ts'
import { trieChanges } from './trieChanges.ts'
import { rootHash } from './trieHash.ts'
import type { BaseTree } from './writeLayer.ts'

/** The state without accounts. */
export function emptyState(): StateTree {
  return new PersistentState(undefined)
}

/** A slot that is set: its number and value, 32 bytes each. */
interface SlotEntry {
  readonly slot: Uint8Array
  readonly value: Uint8Array
}

/** An account with its address and code. */
interface AccountEntry extends AccountState {
  readonly address: Uint8Array
  readonly code: Uint8Array
}

/** A state in memory: a trie of accounts, each with its code and a trie of slots. */
export class PersistentState implements BaseTree {
  readonly #accounts: Node<StoredAccount> | undefined

  constructor(accounts: Node<StoredAccount> | undefined) {
    this.#accounts = accounts
  }

  root(): Uint8Array {
    return unpack(rootHash(this.#accounts, encodeAccount))
  }

  account(address: Uint8Array): AccountState | undefined {
    const account = this.stored(pack(address))
    return account && accountState(account, () => account.storage)
  }

  code(address: Uint8Array): Uint8Array {
    return (this.stored(pack(address)) ?? newAccount).code
  }

  storage(address: Uint8Array, slot: Uint8Array): Uint8Array {
    const stored = get(this.stored(pack(address))?.storage, hashedKey(pack(slot)))
    return unpackWord(stored?.value ?? '')
  }

  proof(address: Uint8Array, slots: readonly Uint8Array[]): AccountProof {
    return proveAccount(this.#accounts, address, slots)
  }

  *balancesSince(earlier: StateTree): Generator<NewBalance> {
    const accounts = (earlier as PersistentState).#accounts
    for (const change of trieChanges(accounts, this.#accounts, ({ address }) => address)) {
      const { before = newAccount, after = newAccount } = change
      if (before.balance === after.balance) continue
      const { address } = (change.after ?? change.before) as StoredAccount
      yield { address: unpack(address), balance: after.balance }
    }
  }

  fork(): MutableState {
    return new State(this)
  }

  stored(address: Packed): StoredAccount | undefined {
    return get(this.#accounts, hashedKey(address))
  }

  with(changes: readonly (readonly [Packed, StoredAccount | undefined])[], owner: Owner): BaseTree {
    let accounts = this.#accounts
    for (const [address, account] of changes) {
      const key = hashedKey(address)
      accounts =
        account === undefined ? remove(accounts, key, owner) : put(accounts, key, account, owner)
    }
    return new PersistentState(accounts)
  }

  /** What makes this state the other one; see `accountChanges`. */
  changesTo(other: PersistentState): Generator<AccountChange, void> {
    return accountChanges(this.#accounts, other.#accounts)
  }

  /** All accounts, in the order of their hashed addresses. */
  *accounts(): Generator<AccountEntry> {
    for (const account of values(this.#accounts)) {
      const state = accountState(account, () => account.storage)
      yield Object.assign(state, { address: unpack(account.address), code: account.code })
    }
  }

  /** The slots of an account, in the order of their hashes. */
  *slots(address: Uint8Array): Generator<SlotEntry> {
    for (const { slot, value } of values(this.stored(pack(address))?.storage)) {
      yield { slot: unpack(slot), value: unpackWord(value) }
    }
  }
}
