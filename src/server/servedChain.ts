import type { Handle } from '../rpc/handle.ts'
import type { Profile } from '../types/listening.ts'
import type { Stream } from './place.ts'

/** A chain that is served at a path of its own. None of this rejects. */
export interface ServedChain {
  /** Who answers requests for the methods of a profile. */
  readonly handleOf: (profile: Profile) => Handle
  readonly flashblocks: Stream
  /** Makes no blocks by itself until `wake`. */
  sleep(): void
  wake(): Promise<void>
  close(): Promise<void>
}

/** Where the chains come from. */
export interface ChainSource {
  /**
   * A chain of its own, as all others begin. `onLost` is called when it ends by itself, with the reason.
   * Rejects with a `Refused`.
   */
  open(onLost: (reason: string) => void): Promise<ServedChain>
  /** Worker threads that the chains are in, if they are not in this one, and those that have ended by themselves. */
  readonly threads: { readonly running: number; readonly lost: number }
  /** Has the chains to come begin with what is at `/` now. */
  warm(): Promise<void>
  close(): Promise<void>
}
