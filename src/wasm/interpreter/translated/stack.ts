import { wordBytes } from '../layout.ts'
import type { Body } from './encoder.ts'
import { load64, store64 } from './instructions.ts'
import { maxNeed } from './trace.ts'
import { type Limb, Value } from './value.ts'

/** Where the item stands, in bytes from where a trace can reach down to. */
export function offsetOf(place: number): number {
  return (maxNeed + place) * wordBytes
}

/**
 * The stack while a trace runs: places count from the height that it had at the start. Memory has what
 * it had then, until items are stored.
 */
export class Stack {
  readonly #body: Body
  readonly #base: number
  readonly #items = new Map<number, Value>()
  readonly #owned = new Set<number>()
  /** The place above the topmost item. */
  top = 0

  /** `base` is the local that has the address of the lowest place. */
  constructor(body: Body, base: number) {
    this.#body = body
    this.#base = base
  }

  push(value: Value): void {
    this.#items.set(this.top++, value)
  }

  pop(): Value {
    const value = this.peek(0)
    this.#items.delete(--this.top)
    return value
  }

  /** The nth item, counted from 0 at the top. */
  peek(nth: number): Value {
    return this.#at(this.top - 1 - nth)
  }

  /** Replaces a number of items by one that memory has at the place of the last of them. */
  pushStored(takes: number): void {
    for (let count = 0; count < takes; count++) this.#items.delete(--this.top)
    this.#items.set(this.top, new Value([undefined, undefined, undefined, undefined], this.top))
    this.top++
  }

  swap(nth: number): void {
    const place = this.top - 1 - nth
    const [one, other] = [this.peek(0), this.peek(nth)]
    this.#items.set(place, one)
    this.#items.set(this.top - 1, other)
  }

  /** A local for a limb, free again once no item has it. */
  local(): number {
    const local = this.#body.takeLocal()
    this.#owned.add(local)
    return local
  }

  /** Sets a new local to what is on WebAssembly's stack. */
  keep(): number {
    const local = this.local()
    this.#body.set(local)
    return local
  }

  limb(value: Value, index: number): Limb {
    const known = value.limbs[index]
    if (known !== undefined) return known
    this.#body.get(this.#base)
    this.#body.access(load64, offsetOf(value.home as number) + 8 * index)
    const local = this.keep()
    value.limbs[index] = local
    return local
  }

  limbs(value: Value): [Limb, Limb, Limb, Limb] {
    const limb = (index: number) => this.limb(value, index)
    return [limb(0), limb(1), limb(2), limb(3)]
  }

  /** Puts a limb on WebAssembly's stack. */
  put(limb: Limb): void {
    if (typeof limb === 'bigint') this.#body.const64(limb)
    else this.#body.get(limb)
  }

  /** Puts the topmost items into memory. */
  store(count: number): void {
    for (let place = this.top - count; place < this.top; place++) {
      const value = this.#at(place)
      if (value.home === place) continue
      this.release(place, this.top)
      this.limbs(value)
      this.#write(place, value)
      value.home = place
    }
  }

  /** Takes what items below `end` have only in this place of memory out of it. */
  release(place: number, end: number): void {
    for (const [at, value] of this.#items) {
      if (at >= end || value.home !== place) continue
      this.limbs(value)
      value.home = undefined
    }
  }

  /** Loads what `writeAll` is to write. */
  settle(): void {
    for (const [place, value] of this.#items) if (value.home !== place) this.limbs(value)
  }

  /** Puts all items into memory, after `settle`; for where the trace ends. */
  writeAll(): void {
    for (const [place, value] of this.#items) if (value.home !== place) this.#write(place, value)
  }

  /** Gives locals back that no item has. */
  sweep(): void {
    const used = new Set<Limb | undefined>()
    for (const { limbs } of this.#items.values()) for (const limb of limbs) used.add(limb)
    for (const local of this.#owned) {
      if (used.has(local)) continue
      this.#owned.delete(local)
      this.#body.giveBack(local)
    }
  }

  /** Forgets all items. */
  clear(): void {
    this.#items.clear()
    this.sweep()
  }

  #at(place: number): Value {
    const known = this.#items.get(place)
    if (known !== undefined) return known
    const value = new Value([undefined, undefined, undefined, undefined], place)
    this.#items.set(place, value)
    return value
  }

  #write(place: number, { limbs }: Value): void {
    for (let index = 0; index < limbs.length; index++) {
      this.#body.get(this.#base)
      this.put(limbs[index] as Limb)
      this.#body.access(store64, offsetOf(place) + 8 * index)
    }
  }
}
