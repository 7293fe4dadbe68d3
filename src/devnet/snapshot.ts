import { type Hex, quantity } from '../lib/hex.ts'

/** A part of the devnet that a test can change. Both cost O(1), whatever the state's size. */
export interface Restorable {
  snapshot(): unknown
  /** Makes the part as it was at one of its snapshots, which can be used again. */
  restore(snapshot: never): void
}

/** What each part gave, in the order of the parts. */
type Taken = readonly unknown[]

/**
 * Moments to which all that a test can change goes back. Those of `take` can be gone back to once
 * and take the later ones with them, as evm_snapshot wants it; those of `checkpoint` any number of
 * times, in any order.
 */
export class Snapshots {
  readonly #parts: readonly Restorable[]
  readonly #taken = new Map<Hex, Taken>()
  readonly #checkpoints = new Map<Hex, Taken>()
  /** Ids are never used again, so that a stale one cannot name another moment. */
  #count = 0

  /** Parts are restored in this order. */
  constructor(parts: readonly Restorable[]) {
    this.#parts = parts
  }

  take(): Hex {
    const id = quantity(++this.#count)
    this.#taken.set(id, this.#now())
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
    this.#restore(taken)
    return true
  }

  checkpoint(): Hex {
    const id = quantity(++this.#count)
    this.#checkpoints.set(id, this.#now())
    return id
  }

  /** Whether there is such a checkpoint, and all is as it was then. */
  restore(id: Hex): boolean {
    const taken = this.#checkpoints.get(id)
    if (taken !== undefined) this.#restore(taken)
    return taken !== undefined
  }

  /** Whether there was such a checkpoint; its memory is free. */
  forget(id: Hex): boolean {
    return this.#checkpoints.delete(id)
  }

  #now(): Taken {
    return this.#parts.map((part) => part.snapshot())
  }

  #restore(taken: Taken): void {
    for (const [index, part] of this.#parts.entries()) part.restore(taken[index] as never)
  }
}
