import { bytesToHex } from '../../lib/hex.ts'

/** So many that have come once are remembered. */
const mostSeen = 256

/** Where what was computed of some bytes is, and whether it is still to be computed; without a slot it is not kept. */
export interface Slot {
  readonly slot: number
  readonly isNew: boolean
}

const notKept: Slot = { slot: -1, isNew: true }

/** Of which bytes what was computed is kept: of those that have come twice the newest ones. */
export class KeptSlots {
  readonly #seen = new Set<string>()
  /** The one that was used last is last. */
  readonly #slots = new Map<string, number>()
  readonly #new = new Set<string>()
  readonly #count: number

  /** So many slots: more than are asked for at once. */
  constructor(count: number) {
    this.#count = count
  }

  of(bytes: Uint8Array): Slot {
    const key = bytesToHex(bytes)
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

  #keep(key: string): Slot {
    this.#seen.delete(key)
    const slot = this.#freeSlot()
    this.#slots.set(key, slot)
    this.#new.add(key)
    return { slot, isNew: true }
  }

  #freeSlot(): number {
    const taken = new Set(this.#slots.values())
    for (let slot = 0; slot < this.#count; slot++) if (!taken.has(slot)) return slot
    const [oldest] = this.#slots
    const [key, slot] = oldest as [string, number]
    this.#slots.delete(key)
    return slot
  }
}
