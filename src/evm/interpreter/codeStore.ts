import type { Core } from './core.ts'
import { codePadding } from './layout.ts'

/** Where code stands, ready to be run. */
export interface PlacedCode {
  readonly at: number
  readonly size: number
  /** A bit for each byte of code: whether it can be jumped to. */
  readonly destinations: number
}

/** Room for the code of some hundred contracts. Memory that is not used costs nothing. */
const storeBytes = 8 * 2 ** 20

/** Keeps code that is run again in the core's memory. */
export class CodeStore {
  readonly #core: Core
  readonly #start: number
  #free: number
  #placed = new WeakMap<Uint8Array, PlacedCode>()

  constructor(core: Core, start: number) {
    this.#core = core
    this.#start = start
    this.#free = start
  }

  /** Where the memory behind the store starts. */
  get end(): number {
    return this.#start + storeBytes
  }

  /** Forgets all code when there is little room left; only while none runs. */
  makeRoom(): void {
    if (this.#free < this.#start + storeBytes / 2) return
    this.#free = this.#start
    this.#placed = new WeakMap()
  }

  /** Where these bytes stand, which never change; nothing when there is no room for them. */
  place(code: Uint8Array): PlacedCode | undefined {
    const known = this.#placed.get(code)
    if (known !== undefined) return known
    if (this.#free + placedBytes(code.length) > this.end) return undefined
    const placed = placeCode(this.#core, this.#free, code)
    this.#placed.set(code, placed)
    this.#free += placedBytes(code.length)
    return placed
  }
}

/** What code takes in memory, a multiple of 64. */
export function placedBytes(size: number): number {
  return Math.ceil((2 * codePadding + size + (size >>> 3) + 1) / 64) * 64
}

/** Puts code into memory that is there, and finds where it can be jumped to. */
export function placeCode(core: Core, start: number, code: Uint8Array): PlacedCode {
  const at = start + codePadding
  const size = code.length
  const bytes = core.bytes()
  bytes.fill(0, start, at)
  bytes.set(code, at)
  bytes.fill(0, at + size, at + size + codePadding)
  const destinations = at + size + codePadding
  core.exports.analyse(at, size, destinations)
  return { at, size, destinations }
}
