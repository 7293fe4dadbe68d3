import type { Core } from './core.ts'
import { codePadding } from './layout.ts'
import { PlacedCode } from './loadedCode.ts'

/** Room for the code of some hundred contracts. Memory that is not used costs nothing. */
const storeBytes = 16 * 2 ** 20

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
    if (this.#free >= this.#start + storeBytes / 2) this.clear()
  }

  /** Forgets all code; only while none runs. */
  clear(): void {
    this.#free = this.#start
    this.#placed = new WeakMap()
    this.#core.translations.clear()
  }

  /** Where these bytes stand, which never change; nothing when there is no room for them. */
  place(code: Uint8Array): PlacedCode | undefined {
    const known = this.#placed.get(code)
    if (known !== undefined) return known
    if (this.#free + placedBytes(code.length) > this.end) return undefined
    const placed = placeCode(this.#core, this.#free, code)
    placed.isKept = true
    this.#placed.set(code, placed)
    this.#free += placedBytes(code.length)
    return placed
  }
}

/** What code takes in memory, a multiple of 64. */
export function placedBytes(size: number): number {
  return align(2 * codePadding + size + 1 + 2 * (size + 1), 64)
}

/** Puts code into memory that is there, and finds where it can be jumped to. */
export function placeCode(core: Core, start: number, code: Uint8Array): PlacedCode {
  const at = start + codePadding
  const size = code.length
  const bytes = core.bytes()
  bytes.fill(0, start, at)
  bytes.set(code, at)
  bytes.fill(0, at + size, at + size + codePadding)
  const jumps = align(at + size + codePadding, 2)
  core.exports.analyse(at, size, jumps)
  return new PlacedCode(core, { code, at, jumps })
}

function align(at: number, to: number): number {
  return Math.ceil(at / to) * to
}
