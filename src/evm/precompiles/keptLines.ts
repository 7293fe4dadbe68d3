import { bytesToHex } from '../../lib/hex.ts'

/** Room for lines; more than are asked for at once. */
const slots = 24
/** Points that are remembered to have come once. */
const mostSeen = 256

/** Where the lines of a point are, and whether they are still to be computed; without a slot they are not kept. */
export interface Lines {
  readonly slot: number
  readonly isNew: boolean
}

const notKept: Lines = { slot: -1, isNew: true }

/**
 * Which points' lines are kept: of those that have come twice the newest ones. Of the four points that a
 * Groth16 verifier pairs with, three are those of its key.
 */
export class KeptLines {
  readonly #seen = new Set<string>()
  /** The one that was used last is last. */
  readonly #slots = new Map<string, number>()
  readonly #new = new Set<string>()

  of(point: Uint8Array): Lines {
    const key = bytesToHex(point)
    const slot = this.#slots.get(key)
    if (slot !== undefined) {
      this.#slots.delete(key)
      this.#slots.set(key, slot)
      return { slot, isNew: this.#new.has(key) }
    }
    if (this.#seen.has(key)) return this.#keep(key)
    if (this.#seen.size === mostSeen) this.#seen.clear()
    this.#seen.add(key)
    return notKept
  }

  /** What was new has been computed; or it is no good. */
  settle(areComputed: boolean): void {
    if (!areComputed) for (const key of this.#new) this.#slots.delete(key)
    this.#new.clear()
  }

  #keep(key: string): Lines {
    this.#seen.delete(key)
    const slot = this.#freeSlot()
    this.#slots.set(key, slot)
    this.#new.add(key)
    return { slot, isNew: true }
  }

  #freeSlot(): number {
    const taken = new Set(this.#slots.values())
    for (let slot = 0; slot < slots; slot++) if (!taken.has(slot)) return slot
    const [oldest] = this.#slots
    const [key, slot] = oldest as [string, number]
    this.#slots.delete(key)
    return slot
  }
}
