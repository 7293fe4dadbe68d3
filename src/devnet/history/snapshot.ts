import { type Hex, quantity } from '../../lib/hex.ts'
import { limitWords } from '../../lib/limits.ts'
import type { SealedBlock } from '../../types/view.ts'

/** A part of the devnet that a test can change. Both cost O(1), whatever the state's size. */
export interface Restorable {
  snapshot(): unknown
  /** Makes the part as it was at one of its snapshots, which can be used again. */
  restore(snapshot: never): void
}

/**
 * All that a test can change, at one point in time. Immutable. Every fork of the same start can be
 * restored to it.
 */
export interface SavedState {
  /** The snapshot of each part, in the order of the parts. */
  readonly parts: readonly unknown[]
}

/** When a state was saved. */
interface Taken {
  readonly head: SealedBlock
  /** Chain time, ms. */
  readonly atMs: number
}

interface Kept extends Taken {
  readonly kind: 'snapshot' | 'checkpoint'
  readonly saved: SavedState
  /** The restore point that the chain had continued from, if any. */
  readonly parent: Hex | undefined
}

/** A saved state that can be restored. */
export type RestorePoint = Omit<Kept, 'saved'> & { readonly id: Hex }

/** The limit of restore points is reached. */
class TooManySnapshots extends Error {
  override readonly name = 'TooManySnapshots'
  readonly code = -32000

  constructor(limit: number) {
    super(
      `too many snapshots and checkpoints: ${limitWords('snapshots', limit)}; revert to an early one (evm_revert), or forget checkpoints (preconf_forgetCheckpoint)`,
    )
  }
}

/**
 * The restore points of a devnet. A snapshot (`take`) can be restored once, which removes the later
 * ones, as evm_snapshot requires. A checkpoint can be restored any number of times, in any order.
 */
export class Snapshots {
  readonly #limit: number
  readonly #parts: Restorable[] = []
  #start: SavedState = { parts: [] }
  readonly #kept = new Map<Hex, Kept>()
  /** The restore point that the chain has continued from. */
  #current: Hex | undefined
  /** Ids are never reused, so a stale id cannot name another restore point. */
  #count = 0

  /** `limit`: the number of restore points. */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** Adds a part, before the first snapshot. Parts are restored in the order in which they are added. */
  register<Part extends Restorable>(part: Part): Part {
    this.#parts.push(part)
    return part
  }

  /** Where `reset` goes back to. */
  get start(): SavedState {
    return this.#start
  }

  /** Makes `reset` return to the present state. */
  begin(): void {
    this.#start = this.now()
  }

  now(): SavedState {
    return { parts: this.#parts.map((part) => part.snapshot()) }
  }

  /** Restores a saved state of this devnet or of another with the same start. */
  become({ parts }: SavedState): void {
    for (const [index, part] of this.#parts.entries()) part.restore(parts[index] as never)
    this.#current = undefined
  }

  /** Returns the restore points, oldest first. */
  list(): readonly RestorePoint[] {
    return [...this.#kept].map(([id, { kind, head, atMs, parent }]) => ({
      id,
      kind,
      head,
      atMs,
      parent: this.#known(parent),
    }))
  }

  /** Throws a `TooManySnapshots`. */
  take(taken: Taken): Hex {
    return this.#keep('snapshot', taken)
  }

  /** Whether there was such a snapshot, and all is as it was then. */
  revert(id: Hex): boolean {
    const kept = this.#find('snapshot', id)
    if (kept === undefined) return false
    const number = BigInt(id)
    for (const [other, { kind }] of this.#kept) {
      if (kind === 'snapshot' && BigInt(other) >= number) this.#kept.delete(other)
    }
    this.become(kept.saved)
    this.#current = kept.parent
    return true
  }

  /** Throws a `TooManySnapshots`. */
  checkpoint(taken: Taken): Hex {
    return this.#keep('checkpoint', taken)
  }

  /** Whether there is such a checkpoint, and all is as it was then. */
  restore(id: Hex): boolean {
    const kept = this.#find('checkpoint', id)
    if (kept === undefined) return false
    this.become(kept.saved)
    this.#current = id
    return true
  }

  /** Whether there was such a checkpoint; its memory is free. */
  forget(id: Hex): boolean {
    return this.#find('checkpoint', id) !== undefined && this.#kept.delete(id)
  }

  /** Restores the start, or a new start, and forgets every restore point. */
  reset(start = this.#start): void {
    this.#kept.clear()
    this.#start = start
    this.become(this.#start)
  }

  /** Resets the id counter. */
  recount(): void {
    this.#count = 0
  }

  #keep(kind: Kept['kind'], taken: Taken): Hex {
    if (this.#kept.size >= this.#limit) throw new TooManySnapshots(this.#limit)
    const id = quantity(++this.#count)
    this.#kept.set(id, { kind, ...taken, saved: this.now(), parent: this.#current })
    this.#current = id
    return id
  }

  #find(kind: Kept['kind'], id: Hex): Kept | undefined {
    const kept = this.#kept.get(id)
    return kept?.kind === kind ? kept : undefined
  }

  /** Returns the id if it still exists. */
  #known(id: Hex | undefined): Hex | undefined {
    return id !== undefined && this.#kept.has(id) ? id : undefined
  }
}
