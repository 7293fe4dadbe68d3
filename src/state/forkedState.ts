import { concatBytes } from '@ethereumjs/util'
import type { AccountEntry, AccountProof } from '../types/state.ts'
import { keccak256 } from '../wasm/keccak/keccak256.ts'
import { type AccountFields, type Beneath, newAccount, type StoredAccount } from './account.ts'
import { type AccountsNode, PersistentState } from './persistentState.ts'
import {
  type KnownState,
  maxRounds,
  NoForkProofError,
  type RemoteState,
  StateMiss,
} from './stateMiss.ts'
import { StateQuery } from './stateQuery.ts'
import { hashedKey, type Packed, pack } from './trie/packed.ts'
import type { Lacking, ProvenTries } from './trie/provenTries.ts'
import { newOwner, type Owner, put, remove } from './trie/trie.ts'
import type { BaseTree } from './writeLayer.ts'

/** What a run has missed while it went on with guesses. */
export interface Missed {
  query: StateQuery | undefined
  /** What the true root takes besides. */
  forRoot: StateQuery | undefined
  /** What a slot is taken to have, without zeros in front. */
  readonly guess: Packed
  /** The first miss makes later reads follow from guesses. */
  isGuessing: boolean
  /** Once the run is over nothing is guessed any more. */
  isOver: boolean
}

/** A run that misses more than that is ended: it would go on with guesses for nothing. */
const maxMissed = 1_024

/**
 * The state of a live chain with what was written here: two pointers, so that a copy costs nothing.
 * What is not written here is asked of `remote`; what is not known there is a `StateMiss`, or noted
 * and guessed for a run that is explored: an account is taken for a contract that answers one.
 */
export class ForkedState extends PersistentState {
  readonly remote: RemoteState
  readonly #missed: Missed | undefined
  #root: { readonly hash: Uint8Array; readonly isTrue: boolean } | undefined

  constructor(remote: RemoteState, written?: AccountsNode, missed?: Missed) {
    super(written)
    this.remote = remote
    this.#missed = missed
  }

  /** The same for a run whose misses are noted. */
  exploring(missed: Missed): ForkedState {
    return new ForkedState(this.remote, this.trie, missed)
  }

  /**
   * Returns the root: that of the live chain's block if nothing was written; the true one if proofs have brought what
   * it takes; otherwise one derived from that block's and from what was written. It stays the same after the first
   * read.
   */
  override root(): Uint8Array {
    this.#root ??= this.#rootNow()
    return this.#root.hash
  }

  /** Whether `root()` is that of a trie. */
  get hasTrueRoot(): boolean {
    this.root()
    return this.#root?.isTrue === true
  }

  /** Where proofs are to be had fetches what the true root takes; never rejects. */
  async fetchForRoot(): Promise<void> {
    for (let round = 0; round < maxRounds && !this.remote.isOffline; round++) {
      const found = this.trie === undefined ? undefined : this.#trueRoot()
      const query = found instanceof Uint8Array ? undefined : found?.query
      if (query === undefined) return
      try {
        await this.remote.fetch(query)
      } catch {
        return
      }
    }
  }

  /**
   * Fetches what the root needs, of a state that no block has yet. Resolves with whether the root has become the true
   * one.
   */
  async improveRoot(): Promise<boolean> {
    if (this.remote.proven === undefined || this.hasTrueRoot) return false
    await this.fetchForRoot()
    this.#root = undefined
    return this.hasTrueRoot
  }

  #rootNow(): { readonly hash: Uint8Array; readonly isTrue: boolean } {
    if (this.trie === undefined) return { hash: this.remote.root, isTrue: true }
    const found = this.#missed?.isGuessing ? undefined : this.#trueRoot()
    if (found instanceof Uint8Array) return { hash: found, isTrue: true }
    if (found?.query !== undefined && this.#missed !== undefined) {
      this.#missed.forRoot ??= new StateQuery()
      this.#missed.forRoot.add(found.query)
    }
    const parts = concatBytes(label, this.remote.root, super.root())
    return { hash: keccak256(parts), isTrue: false }
  }

  get #known(): KnownState {
    return this.#missed?.isGuessing ? this.remote.ahead : this.remote
  }

  #trueRoot(): Uint8Array | Lacking | undefined {
    return this.remote.proven?.root(this.trie)
  }

  /** Throws where it is not known. */
  protected override storageRoot(account: StoredAccount): Packed {
    if (account.beneath !== 'shown') return super.storageRoot(account)
    return pack(this.#proven((tries) => tries.storageRoot(account)))
  }

  override stored(address: Packed): StoredAccount | undefined {
    const own = super.stored(address)
    if (own !== undefined) return own.beneath === 'removed' ? undefined : own
    const there = this.#known.account(address)
    if (there !== undefined) return there ?? undefined
    this.#miss(address, (query) => query.account(address))
    return { address, ...answersOne, storage: undefined, beneath: 'shown' }
  }

  override slotBeneath(address: Packed, slot: Packed): Packed {
    const there = this.#known.slot(address, slot)
    if (there !== undefined) return there
    this.#miss(address, (query) => query.slot(address, slot))
    return this.#missed?.guess ?? ''
  }

  override with(
    changes: readonly (readonly [Packed, StoredAccount | undefined])[],
    owner: Owner,
  ): BaseTree {
    const kept = changes.map(
      ([address, account]) => [address, account ?? removed(address)] as const,
    )
    const { trie } = super.with(kept, owner) as PersistentState
    return new ForkedState(this.remote, trie, this.#missed)
  }

  /** Returns the state with an account, or a slot of one, as on the live chain. */
  revealed(address: Packed, slot?: Packed): ForkedState {
    const own = super.stored(address)
    if (own === undefined || this.trie === undefined) return this
    const owner = newOwner()
    const key = hashedKey(address)
    if (slot === undefined) {
      return new ForkedState(this.remote, remove(this.trie, key, owner), this.#missed)
    }
    const storage = own.storage && remove(own.storage, hashedKey(slot), owner)
    const account = { ...own, storage }
    return new ForkedState(this.remote, put(this.trie, key, account, owner), this.#missed)
  }

  /** What of the live chain's account shows in that here. */
  beneath(address: Packed): Beneath {
    const own = super.stored(address)
    return own === undefined ? 'shown' : own.beneath
  }

  /** Throws a `StateMiss`, and where proofs are not to be had a `NoForkProofError`. */
  override proof(address: Uint8Array, slots: readonly Uint8Array[]): AccountProof {
    if (this.#root?.isTrue === false) throw new NoForkProofError()
    return this.#proven((tries) => tries.proof(this.trie, pack(address), slots))
  }

  /** Returns the nodes along a path. Throws the errors of `proof`. */
  override nodesAlong(path: readonly number[], owner?: Packed): readonly Uint8Array[] {
    return this.#proven((tries) => tries.nodesAlong(this.trie, path, owner))
  }

  #proven<Result extends Uint8Array | AccountProof | readonly Uint8Array[]>(
    read: (tries: ProvenTries) => Result | Lacking,
  ): Result {
    const { proven } = this.remote
    const found = proven && read(proven)
    if (found === undefined) throw new NoForkProofError()
    if (!('query' in found)) return found
    if (found.query === undefined) throw new NoForkProofError()
    throw new StateMiss(this.remote, found.query)
  }

  /** Yields the accounts that were written here. */
  override *accounts(...from: [Uint8Array?]): Generator<AccountEntry, void> {
    for (const account of super.accounts(...from)) {
      if (super.stored(pack(account.address))?.beneath !== 'removed') yield account
    }
  }

  /** Throws, or notes what is wanted of an account, but for one whose address is a guess itself. */
  #miss(address: Packed, want: (query: StateQuery) => StateQuery): void {
    const missed = this.#missed
    if (missed === undefined || missed.isOver)
      throw new StateMiss(this.remote, want(new StateQuery()))
    missed.isGuessing = true
    if (address === addressOfLarge) return
    missed.query ??= new StateQuery()
    want(missed.query)
    if (missed.query.size > maxMissed) throw new StateMiss(this.remote, missed.query)
  }
}

/** What a slot may have, so that a balance or an allowance is enough for most: 2^100. */
export const large: Packed = pack(Uint8Array.of(16, ...new Uint8Array(12)))
const addressOfLarge = pack(new Uint8Array(7)) + large

/** MSTORE 1, and RETURN of that word: true, one or an address, whatever is asked for. */
const code = Uint8Array.of(0x60, 1, 0x60, 0, 0x52, 0x60, 32, 0x60, 0, 0xf3)
const answersOne: AccountFields = {
  nonce: 1n,
  balance: 2n ** 100n,
  codeHash: pack(keccak256(code)),
  code,
}

const label = new TextEncoder().encode('preconf fork')

/** Stands for an account that is not there any more. */
function removed(address: Packed): StoredAccount {
  return { address, ...newAccount, storage: undefined, beneath: 'removed' }
}
