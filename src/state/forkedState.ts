import type { AccountEntry, AccountProof } from '../types/state.ts'
import { keccak256 } from '../wasm/keccak/keccak256.ts'
import { newAccount, type StoredAccount } from './account.ts'
import { NoForkProofError } from './noForkProof.ts'
import { type Packed, pack } from './packed.ts'
import { type AccountsNode, PersistentState } from './persistentState.ts'
import { type RemoteState, StateMiss, Wants } from './stateMiss.ts'
import type { Owner } from './trie.ts'
import type { BaseTree } from './writeLayer.ts'

/** What a run has missed while it went on with guesses. */
export interface Missed {
  readonly wants: Wants
  /** Once the run is over nothing is guessed any more. */
  isOver: boolean
}

/** A run that misses more than that is ended: it would go on with guesses for nothing. */
const mostMissed = 1_024

/**
 * The state of a live chain with what was written here: two pointers, so that a copy costs nothing.
 * What is not written here is asked of `remote`; what is not known there is a `StateMiss`, or noted
 * and guessed (no account, zero) for a run that is explored.
 */
export class ForkedState extends PersistentState {
  readonly remote: RemoteState
  readonly #missed: Missed | undefined

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
   * With nothing written the root of the live chain's block; else one that follows from it and from
   * what was written, as the true one is not known.
   */
  override root(): Uint8Array {
    if (this.trie === undefined) return this.remote.root
    const parts = [label, this.remote.root, super.root()]
    return keccak256(Uint8Array.from(parts.flatMap((part) => [...part])))
  }

  override stored(address: Packed): StoredAccount | undefined {
    const own = super.stored(address)
    if (own !== undefined) return own.beneath === 'removed' ? undefined : own
    const there = this.remote.account(address)
    if (there === undefined) return this.#miss((wants) => wants.account(address))
    return there ?? undefined
  }

  override slotBeneath(address: Packed, slot: Packed): Packed {
    const there = this.remote.slot(address, slot)
    return there ?? this.#miss((wants) => wants.slot(address, slot)) ?? ''
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

  /** Throws: there are no proofs of what was written here. */
  override proof(): AccountProof {
    throw new NoForkProofError()
  }

  /** Those that were written here. */
  override *accounts(...from: [Uint8Array?]): Generator<AccountEntry, void> {
    for (const account of super.accounts(...from)) {
      if (super.stored(pack(account.address))?.beneath !== 'removed') yield account
    }
  }

  #miss(want: (wants: Wants) => Wants): undefined {
    const missed = this.#missed
    if (missed === undefined || missed.isOver) throw new StateMiss(this.remote, want(new Wants()))
    want(missed.wants)
    if (missed.wants.size > mostMissed) throw new StateMiss(this.remote, missed.wants)
    return undefined
  }
}

const label = new TextEncoder().encode('preconf fork')

/** Stands for an account that is not there any more. */
function removed(address: Packed): StoredAccount {
  return { address, ...newAccount, storage: undefined, beneath: 'removed' }
}
