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
 * All that a test can change, as it was at one moment. Never changes; every devnet that comes of the
 * same start by forks can become it.
 */
export interface Moment {
  /** What each part gave, in the order of the parts. */
  readonly parts: readonly unknown[]
}

/** When a moment was kept. */
interface Taken {
  readonly head: SealedBlock
  /** Chain time, ms. */
  readonly atMs: number
}

interface Kept extends Taken {
  readonly kind: 'snapshot' | 'checkpoint'
  readonly moment: Moment
  /** The moment that the chain had gone on from, if that was a kept one. */
  readonly parent: Hex | undefined
}

/** A moment that can be gone back to. */
export type KeptMoment = Omit<Kept, 'moment'> & { readonly id: Hex }

/** More moments are to be kept than may be. */
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
 * Moments to which all that a test can change goes back. Those of `take` can be gone back to once
 * and take the later ones with them, as evm_snapshot requires; those of `checkpoint` any number of
 * times, in any order.
 */
export class Snapshots {
  readonly #limit: number
  readonly #parts: Restorable[] = []
  #start: Moment = { parts: [] }
  readonly #kept = new Map<Hex, Kept>()
  /** The kept moment that the chain has gone on from. */
  #current: Hex | undefined
  /** Ids are never used again, so that a stale one cannot name another moment. */
  #count = 0

  /** `limit`: of moments that are kept. */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** Adds a part, before the first moment. Parts are restored in the order in which they are added. */
  register<Part extends Restorable>(part: Part): Part {
    this.#parts.push(part)
    return part
  }

  /** Where `reset` goes back to. */
  get start(): Moment {
    return this.#start
  }

  /** Makes `reset` return to this moment. */
  begin(): void {
    this.#start = this.now()
  }

  now(): Moment {
    return { parts: this.#parts.map((part) => part.snapshot()) }
  }

  /** Makes all as it was at a moment, of this devnet or of another of the same start. */
  become({ parts }: Moment): void {
    for (const [index, part] of this.#parts.entries()) part.restore(parts[index] as never)
    this.#current = undefined
  }

  /** Returns the moments that can be restored, oldest first. */
  list(): readonly KeptMoment[] {
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
    this.become(kept.moment)
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
    this.become(kept.moment)
    this.#current = id
    return true
  }

  /** Whether there was such a checkpoint; its memory is free. */
  forget(id: Hex): boolean {
    return this.#find('checkpoint', id) !== undefined && this.#kept.delete(id)
  }

  /** Makes all as it was at the start, or at another that is it from now on, and forgets every other moment. */
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
    this.#kept.set(id, { kind, ...taken, moment: this.now(), parent: this.#current })
    this.#current = id
    return id
  }

  #find(kind: Kept['kind'], id: Hex): Kept | undefined {
    const kept = this.#kept.get(id)
    return kept?.kind === kind ? kept : undefined
  }

  /** Returns the id, if its moment still exists. */
  #known(id: Hex | undefined): Hex | undefined {
    return id !== undefined && this.#kept.has(id) ? id : undefined
  }
}
