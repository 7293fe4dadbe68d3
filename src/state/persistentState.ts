import type {
  AccountEntry,
  AccountProof,
  AccountState,
  MutableState,
  NewBalance,
  SlotEntry,
  StateTree,
} from '../types/state.ts'
import {
  accountState,
  encodeAccount,
  encodeSlot,
  hashStorage,
  newAccount,
  type StoredAccount,
  storageRoot,
} from './account.ts'
import { State } from './state.ts'
import { type AccountChange, accountChanges } from './stateChanges.ts'
import { hashedKey, type Packed, pack, unpack, unpackWord } from './trie/packed.ts'

import { keyAlong, proveAccount, valuesFrom } from './trie/proof.ts'
import { get, type Node, type Owner, put, remove } from './trie/trie.ts'
import { hashNodes, prove, rootHash, trieChanges } from './trie/trieHash.ts'

import { type BaseTree, slotOf } from './writeLayer.ts'

/** A trie of accounts, in each of which is one of slots. Plain data. */
export type AccountsNode = Node<StoredAccount>

/** The state without accounts. */
export function emptyState(): StateTree {
  return new PersistentState(undefined)
}

const start = new Uint8Array()

/** A state in memory: a trie of accounts, each with its code and a trie of slots. */
export class PersistentState implements BaseTree {
  readonly #accounts: AccountsNode | undefined
  /** The address of the last account that was read: a transaction reads its sender some ten times in a row. */
  #lastAddress: Packed | undefined
  #last: StoredAccount | undefined

  constructor(accounts: AccountsNode | undefined) {
    this.#accounts = accounts
  }

  /** The whole of it; none of it may be changed. */
  get trie(): AccountsNode | undefined {
    return this.#accounts
  }

  root(): Uint8Array {
    return unpack(rootHash(this.#accounts, encodeAccount))
  }

  /** Hashes it node by node, so that asking for the root takes no time then. */
  hashNodes(): Iterable<number> {
    return hashNodes(this.#accounts, encodeAccount, ({ storage }) => hashStorage(storage))
  }

  account(address: Uint8Array): AccountState | undefined {
    const account = this.stored(pack(address))
    return account && accountState(account, () => this.storageRoot(account))
  }

  code(address: Uint8Array): Uint8Array {
    return (this.stored(pack(address)) ?? newAccount).code
  }

  storage(address: Uint8Array, slot: Uint8Array): Uint8Array {
    const packed = pack(address)
    return unpackWord(slotOf(this, packed, this.stored(packed), pack(slot)))
  }

  proof(address: Uint8Array, slots: readonly Uint8Array[]): AccountProof {
    return proveAccount(this.#accounts, address, slots)
  }

  /**
   * The RLP of the nodes along a path of nibbles, in the trie of accounts or in the storage of `owner`, but for
   * those that stand inside their parent.
   */
  nodesAlong(path: readonly number[], owner?: Packed): readonly Uint8Array[] {
    const key = pack(keyAlong(path))
    return owner === undefined
      ? prove(this.#accounts, key, encodeAccount)
      : prove(this.stored(owner)?.storage, key, encodeSlot)
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

  /** Returns the storage root of an account that is here. */
  protected storageRoot({ storage }: StoredAccount): Packed {
    return storageRoot(storage)
  }

  stored(address: Packed): StoredAccount | undefined {
    if (address !== this.#lastAddress) {
      this.#last = get(this.#accounts, hashedKey(address))
      this.#lastAddress = address
    }
    return this.#last
  }

  /** Nothing: what is not here is zero. */
  slotBeneath(_address: Packed, _slot: Packed): Packed {
    return ''
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

  *changedSince(earlier: StateTree): Generator<Uint8Array, void> {
    for (const { address } of (earlier as PersistentState).changesTo(this)) yield address
  }

  *accounts(from: Uint8Array = start): Generator<AccountEntry, void> {
    for (const account of valuesFrom(this.#accounts, pack(from))) {
      const state = accountState(account, () => this.storageRoot(account))
      yield Object.assign(state, { address: unpack(account.address), code: account.code })
    }
  }

  *slots(address: Uint8Array, from = start): Generator<SlotEntry, void> {
    for (const { slot, value } of valuesFrom(this.stored(pack(address))?.storage, pack(from))) {
      yield { slot: unpack(slot), value: unpackWord(value) }
    }
  }
}
