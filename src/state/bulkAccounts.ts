import type { MutableState, StateTree } from '../types/state.ts'
import type { StorageNode, StoredAccount } from './account.ts'
import { ForkedState } from './forkedState.ts'
import type { Packed } from './packed.ts'
import { type AccountsNode, PersistentState } from './persistentState.ts'
import { get, newOwner, type Owner, put, remove } from './trie.ts'

/** Puts a value at a slot, zero as no bytes; `key` is the slot's hash. */
export type PutSlot = (key: Packed, slot: Packed, value: Packed) => void

/**
 * Puts many accounts into a state, past its layer of writes: straight into the trie, whose nodes are changed in
 * place from one batch to the next. Others may read and write the state between batches; a tree that is
 * to stay as it is has to be asked for here. Not for forks, whose accounts are not all here.
 */
export class BulkAccounts {
  readonly #state: MutableState
  #accounts: AccountsNode | undefined
  #owner: Owner = newOwner()
  /** Of the account that slots were put into last. */
  #storage: StorageNode | undefined

  constructor(state: MutableState) {
    this.#state = state
  }

  static isFor(tree: StateTree): boolean {
    return tree instanceof PersistentState && !(tree instanceof ForkedState)
  }

  /** The state as it is now, which stays so. */
  tree(): StateTree {
    this.#owner = newOwner()
    return this.#state.tree()
  }

  /** Runs what adds accounts, each at the hash of its address: false when there is one already. */
  add(run: (add: (key: Packed, account: StoredAccount) => boolean) => void): void {
    this.#begin()
    run((key, account) => {
      if (get(this.#accounts, key) !== undefined) return false
      this.#accounts = put(this.#accounts, key, account, this.#owner)
      return true
    })
    this.#state.load(new PersistentState(this.#accounts))
  }

  /** Runs what puts slots into the account, if it is there, at the hash of its address. */
  putSlots(accountKey: Packed, run: (put: PutSlot) => void): void {
    this.#begin()
    const account = get(this.#accounts, accountKey)
    if (account === undefined) return
    // The trie of another account, or of a state that somebody else has, is not changed in place.
    const owner = account.storage === this.#storage ? this.#owner : newOwner()
    let { storage } = account
    run((key, slot, value) => {
      storage =
        value === '' ? remove(storage, key, owner) : put(storage, key, { slot, value }, owner)
    })
    this.#storage = storage
    this.#accounts = put(this.#accounts, accountKey, { ...account, storage }, this.#owner)
    this.#state.load(new PersistentState(this.#accounts))
  }

  #begin(): void {
    const { trie } = this.#state.tree() as PersistentState
    if (trie !== this.#accounts) this.#owner = newOwner()
    this.#accounts = trie
  }
}
