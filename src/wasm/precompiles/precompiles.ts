import { base64Bytes } from '../../lib/encodings.ts'
import { bytesToHex } from '../../lib/hex.ts'
import { compiled } from './compiled.ts'

// Not named `module`: who wraps a bundle in a function has a parameter of that name.
let compiledModule: WebAssembly.Module | undefined

/** An instance of the WebAssembly module of assembly/, with a memory of its own. */
function instantiate(): unknown {
  // A few milliseconds, only when something of it is called for the first time.
  compiledModule ??= new WebAssembly.Module(base64Bytes(compiled))
  return new WebAssembly.Instance(compiledModule, {}).exports
}

/** The number of values that came once and are remembered. */
const maxSeen = 256

/** Where what was computed of some bytes is, and whether it is still to be computed; without a slot it is not kept. */
export interface Slot {
  readonly slot: number
  readonly isNew: boolean
}

const notKept: Slot = { slot: -1, isNew: true }

/** The inputs whose results are kept: the newest of those that came twice. */
export class KeptSlots {
  readonly #seen = new Set<string>()
  /** The one that was used last is last. */
  readonly #slots = new Map<string, number>()
  readonly #new = new Set<string>()
  readonly #count: number

  /** Creates `count` slots, more than are used at once. */
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
    if (this.#seen.size === maxSeen) this.#seen.clear()
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

/** What the WebAssembly module gives; see assembly/pairing.ts. */
interface PairingExports {
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

/** The size of a pair: two words for its first point, four for its second. */
export const pairBytes = 192
/** Where in a pair its second point stands. */
const secondAt = 64
/** Pairs that are computed at once: a few milliseconds. */
export const pairsAtOnce = 16

/** Room in the module. */
const [lineSlots, valueSlots] = [24, 64]

/** An instance of the WebAssembly module: one check at a time. */
export class Pairing {
  readonly #exports = instantiate() as PairingExports
  readonly #pairs: Uint8Array
  /** The lines of second points. Of the four that a Groth16 verifier pairs with, three belong to its key. */
  readonly #lines = new KeptSlots(lineSlots)
  /** The values of pairs. One belongs to the key, and tests repeat the same proof. */
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

/** What the WebAssembly module gives; see assembly/blake2f.ts. */
interface Exports {
  readonly memory: WebAssembly.Memory
  inputStart(): number
  begin(): void
  mix(phase: number, rounds: number): number
  end(): void
}

/** Number of rounds, state, message, counters, flag (EIP-152). */
export const inputBytes = 213
const stateBytes = 64

/** An instance of the WebAssembly module: one compression at a time. */
export class Compression {
  readonly #exports: Exports
  readonly #input: Uint8Array
  /** Number of the next round modulo 10. */
  #phase = 0

  constructor() {
    this.#exports = instantiate() as Exports
    const { memory, inputStart } = this.#exports
    this.#input = new Uint8Array(memory.buffer, inputStart(), inputBytes)
  }

  /** Takes the state, the message, the counters and the flag, which stand behind the number of rounds. */
  begin(data: Uint8Array): void {
    this.#input.set(data.subarray(4))
    this.#exports.begin()
    this.#phase = 0
  }

  mix(rounds: number): void {
    this.#phase = this.#exports.mix(this.#phase, rounds)
  }

  end(): Uint8Array {
    this.#exports.end()
    return this.#input.slice(0, stateBytes)
  }
}
