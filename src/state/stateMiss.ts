import type { CallRequest } from '../types/request.ts'
import type { StoredAccount } from './account.ts'
import type { StateQuery } from './stateQuery.ts'
import type { Packed } from './trie/packed.ts'
import type { ProvenTries } from './trie/provenTries.ts'

/** What is known of a live chain's state after one block. It never changes: `undefined` becomes a value once. */
export interface KnownState {
  /** `null` when there is none there. */
  account(address: Packed): StoredAccount | null | undefined
  /** Returns a slot without leading zeros; no bytes for zero. */
  slot(address: Packed, slot: Packed): Packed | undefined
}

/** The state of a live chain after one block, of which a part is known here, and more by `fetch`. */
export interface RemoteState extends KnownState {
  /** The state root of the block, 32 bytes. */
  readonly root: Uint8Array
  /** Where what is known is proven: its tries. */
  readonly proven?: ProvenTries | undefined
  /** The same for who only guesses what a run reads: nothing of that is kept in a cassette. */
  readonly ahead: KnownState
  /** Whether nothing more can be fetched. */
  readonly isOffline: boolean
  /** Whether the live chain has predicted the reads of a call before. */
  readonly canPrefetch: boolean
  /** Makes what is wanted known, in as few exchanges as can be, and what the call is likely to need. */
  fetch(query: StateQuery, likely?: CallRequest): Promise<void>
}

/** Something is asked of a live chain's state that is not known here yet: fetch it, and ask again. */
export class StateMiss extends Error {
  override readonly name = 'StateMiss'
  readonly query: StateQuery
  readonly #remote: RemoteState

  constructor(remote: RemoteState, query: StateQuery) {
    super('the state of the live chain is not here yet')
    this.query = query
    this.#remote = remote
  }

  /** Resolves when it is known. Rejects with what the client of the live chain says. */
  fetch(likely?: CallRequest): Promise<void> {
    return this.#remote.fetch(this.query, likely)
  }
}

/** The upper bound of fetch rounds. */
export const maxRounds = 64

/**
 * Runs a task that changes nothing where it misses something; after each `StateMiss` what it misses
 * is fetched, and it runs again.
 */
export async function withState<Result>(task: () => Result | Promise<Result>): Promise<Result> {
  for (let round = 1; ; round++) {
    try {
      return await task()
    } catch (error) {
      if (!(error instanceof StateMiss) || round === maxRounds) throw error
      await error.fetch()
    }
  }
}

/** The state was asked for something it does not have or cannot do now. */
export class StateError extends Error {
  override readonly name = 'StateError'
  readonly code:
    | 'NO_CHECKPOINT'
    | 'OPEN_CHECKPOINT'
    | 'UNKNOWN_ROOT'
    | 'UNKNOWN_CODE'
    | 'NO_ACCOUNT'

  constructor(code: StateError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** A proof is asked for of a state whose other accounts are on a live chain. */
export class NoForkProofError extends Error {
  override readonly name = 'NoForkProofError'
  readonly code = -32000

  constructor() {
    super(
      'no proof of what was changed on a fork: have it be verified (proofs: "auto", --fork-proofs auto) where the live chain\'s node gives proofs, or ask at the fork block or before',
    )
  }
}
