import { yieldToEventLoop } from '../clock/pace.ts'
import type { MutableState, StateTree } from '../types/state.ts'
import type { ParsedAccounts } from '../wasm/accounts/accounts.ts'
import type { StorageNode } from './account.ts'
import { AccountRecords, type RecordPages } from './accountRecords.ts'
import { ForkedState } from './forkedState.ts'
import { LazyNode } from './lazyNode.ts'
import { type AccountsNode, PersistentState } from './persistentState.ts'
import { hashedKey, type Packed } from './trie/packed.ts'

import { get, newOwner, type Owner, put, remove, values } from './trie/trie.ts'

/** Puts a value at a slot, zero as no bytes; `key` is the slot's hash. */
export type PutSlot = (key: Packed, slot: Packed, value: Packed) => void

/** An account stands twice where none does otherwise: what was read has to be read with `records` off. */
export class RepeatedAccount extends Error {
  override readonly name = 'RepeatedAccount'
}

/**
 * Puts many accounts into a state, past its layer of writes. Into one without accounts as records, which become a
 * trie at the end. Into others straight into the trie, whose nodes are changed in place from one batch to the next:
 * others may read and write the state between batches; a tree that is to stay as it is has to be asked for here.
 * Not for forks, whose accounts are not all here.
 */
export class BulkAccounts {
  /** The accounts that stay bytes. */
  readonly #records: AccountRecords | undefined
  readonly #state: MutableState
  #accounts: AccountsNode | undefined
  #owner: Owner = newOwner()
  /** The storage of the account that last received slots. */
  #storage: StorageNode | undefined

  constructor(state: MutableState, mayKeepRecords: boolean) {
    this.#state = state
    const isKept = mayKeepRecords && (state.tree() as PersistentState).trie === undefined
    this.#records = isKept ? new AccountRecords(256) : undefined
  }

  /** Which pages the code and the slots become that are read next. */
  get pages(): RecordPages {
    return this.#records?.nextPages ?? { code: 0, slots: 0 }
  }

  static isFor(tree: StateTree): boolean {
    return tree instanceof PersistentState && !(tree instanceof ForkedState)
  }

  /** The state as it is now, which stays so. */
  tree(): StateTree {
    this.#owner = newOwner()
    return this.#state.tree()
  }

  /** Adds accounts that were read for `pages`, and returns how many; existing ones are kept. */
  add(parsed: ParsedAccounts): number {
    if (this.#records !== undefined) {
      this.#records.add(parsed)
      return parsed.count
    }
    const read = new AccountRecords(1)
    read.add(parsed)
    this.#begin()
    let added = 0
    for (; added < parsed.count; added++) {
      const key = read.key(added)
      if (get(this.#accounts, key) !== undefined) break
      this.#accounts = put(this.#accounts, key, read.value(added), this.#owner)
    }
    this.#state.load(new PersistentState(this.#accounts))
    return added
  }

  /** Puts what was kept as records into the state. Rejects with a `RepeatedAccount`. */
  async finish(): Promise<void> {
    const records = this.#records
    if (records === undefined || records.length === 0) return
    const sorting = records.sort()
    let step = sorting.next()
    for (; step.done !== true; step = sorting.next()) await yieldToEventLoop()
    if (!step.value) throw new RepeatedAccount()
    let accounts: AccountsNode = new LazyNode(records, 0, records.length, 0)
    // Those that were read otherwise.
    for (const account of values((this.#state.tree() as PersistentState).trie)) {
      const key = hashedKey(account.address)
      if (get(accounts, key) !== undefined) throw new RepeatedAccount()
      accounts = put(accounts, key, account, this.#owner)
    }
    this.#state.load(new PersistentState(accounts))
  }

  /** Runs what puts slots into the account, if it is there, at the hash of its address. */
  putSlots(accountKey: Packed, run: (put: PutSlot) => void): void {
    this.#begin()
    const account = get(this.#accounts, accountKey)
    if (account === undefined) return
    // The trie of another account, or of a shared state, is not changed in place.
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
