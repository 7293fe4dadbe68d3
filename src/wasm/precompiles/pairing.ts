import { KeptSlots } from './keptSlots.ts'
import { instantiate } from './webAssembly.ts'

/** What the WebAssembly module gives; see assembly/pairing.ts. */
interface Exports {
  readonly memory: WebAssembly.Memory
  pairsStart(): number
  clearTotal(): void
  clearPairs(): void
  takePair(number: number, slot: number, isNew: boolean): number
  accumulate(): number
  keepValue(slot: number): void
  multiplyByKept(slot: number): void
  isTotalOne(): number
}

/** Of a pair: two words for its first point, four for its second. */
export const pairBytes = 192
/** Where in a pair its second point stands. */
const secondAt = 64
/** Pairs that are computed at once: a few milliseconds. */
export const pairsAtOnce = 16

/** Room in the module. */
const [lineSlots, valueSlots] = [24, 64]

/** An instance of the WebAssembly module: one check at a time. */
export class Pairing {
  readonly #exports = instantiate() as Exports
  readonly #pairs: Uint8Array
  /** Of second points. Of the four that a Groth16 verifier pairs with, three are those of its key. */
  readonly #lines = new KeptSlots(lineSlots)
  /** Of pairs. One of them is of the key as a whole, and the same proof comes again in tests. */
  readonly #values = new KeptSlots(valueSlots)

  constructor() {
    const { memory, pairsStart } = this.#exports
    this.#pairs = new Uint8Array(memory.buffer, pairsStart(), pairsAtOnce * pairBytes)
  }

  /** Begins another check. */
  begin(): void {
    this.#exports.clearTotal()
  }

  /** Whether the product of all pairs is 1. */
  isOne(): boolean {
    return this.#exports.isTotalOne() === 1
  }

  /** Takes pairs, at most `pairsAtOnce`, into the product. Whether all points are surely ones of the groups. */
  multiply(pairs: Uint8Array): boolean {
    const others: Uint8Array[] = []
    let areRight = true
    for (let at = 0; areRight && at < pairs.length; at += pairBytes) {
      const pair = pairs.subarray(at, at + pairBytes)
      const { slot, isNew } = this.#values.of(pair)
      if (slot === -1) others.push(pair)
      else if (isNew) areRight = this.#keep(pair, slot)
      else this.#exports.multiplyByKept(slot)
    }
    areRight &&= this.#accumulate(others)
    this.#values.settle(areRight)
    return areRight
  }

  #keep(pair: Uint8Array, slot: number): boolean {
    if (!this.#accumulate([pair])) return false
    this.#exports.keepValue(slot)
    return true
  }

  #accumulate(pairs: readonly Uint8Array[]): boolean {
    const exports = this.#exports
    exports.clearPairs()
    let areRight = true
    for (const [number, pair] of pairs.entries()) {
      if (!areRight) break
      this.#pairs.set(pair, number * pairBytes)
      const { slot, isNew } = this.#lines.of(pair.subarray(secondAt))
      areRight = exports.takePair(number, slot, isNew) === 1
    }
    areRight &&= exports.accumulate() === 1
    this.#lines.settle(areRight)
    return areRight
  }
}
