import { type Hex, quantity } from '../../lib/hex.ts'
import type { SealedBlock } from '../../types/view.ts'

/** A part of the devnet that a test can change. Both cost O(1), whatever the state's size. */
export interface Restorable {
  snapshot(): unknown
  /** Makes the part as it was at one of its snapshots, which can be used again. */
  restore(snapshot: never): void
}

/**
 * All that a test can change, as it was at one moment. Never changes; every devnet that comes of the
 * same start by forks can become it.
 */
export interface Moment {
  /** What each part gave, in the order of the parts. */
  readonly parts: readonly unknown[]
}

/**
 * Moments to which all that a test can change goes back. Those of `take` can be gone back to once
 * and take the later ones with them, as evm_snapshot wants it; those of `checkpoint` any number of
 * times, in any order.
 */
export class Snapshots {
  readonly #parts: readonly Restorable[]
  #start: Moment
  readonly #taken = new Map<Hex, { readonly moment: Moment; readonly head: SealedBlock }>()
  readonly #checkpoints = new Map<Hex, Moment>()
  /** Ids are never used again, so that a stale one cannot name another moment. */
  #count = 0

  /** Parts are restored in this order. */
  constructor(parts: readonly Restorable[]) {
    this.#parts = parts
    this.#start = this.now()
  }

  /** Where `reset` goes back to. */
  get start(): Moment {
    return this.#start
  }

  /** Has `reset` go back to this moment, where it is not the one when the parts were given. */
  begin(): void {
    this.#start = this.now()
  }

  now(): Moment {
    return { parts: this.#parts.map((part) => part.snapshot()) }
  }

  /** Makes all as it was at a moment, of this devnet or of another of the same start. */
  become({ parts }: Moment): void {
    for (const [index, part] of this.#parts.entries()) part.restore(parts[index] as never)
  }

  /** Those that can be gone back to, with the head that each was taken at; oldest first. */
  list(): readonly (readonly [id: Hex, head: SealedBlock])[] {
    return [...this.#taken].map(([id, { head }]) => [id, head])
  }

  take(head: SealedBlock): Hex {
    const id = quantity(++this.#count)
    this.#taken.set(id, { moment: this.now(), head })
    return id
  }

  /** Whether there was such a snapshot, and all is as it was then. */
  revert(id: Hex): boolean {
    const taken = this.#taken.get(id)
    if (taken === undefined) return false
    const number = BigInt(id)
    for (const other of this.#taken.keys()) {
      if (BigInt(other) >= number) this.#taken.delete(other)
    }
    this.become(taken.moment)
    return true
  }

  checkpoint(): Hex {
    const id = quantity(++this.#count)
    this.#checkpoints.set(id, this.now())
    return id
  }

  /** Whether there is such a checkpoint, and all is as it was then. */
  restore(id: Hex): boolean {
    const taken = this.#checkpoints.get(id)
    if (taken !== undefined) this.become(taken)
    return taken !== undefined
  }

  /** Whether there was such a checkpoint; its memory is free. */
  forget(id: Hex): boolean {
    return this.#checkpoints.delete(id)
  }

  /** Makes all as it was at the start, or at another that is it from now on, and forgets every other moment. */
  reset(start = this.#start): void {
    this.#taken.clear()
    this.#checkpoints.clear()
    this.#start = start
    this.become(this.#start)
  }

  /** Has the next id be the first one again. */
  recount(): void {
    this.#count = 0
  }
}
