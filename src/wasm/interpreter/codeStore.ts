import type { CoreMemory } from './coreExports.ts'
import { codePadding } from './layout.ts'
import { LoadedCode } from './loadedCode.ts'
import type { Translations } from './translated/translations.ts'

/** Room for code at first, and at most: for that of some hundred contracts. */
const [firstBytes, maxBytes] = [2 ** 20, 2 ** 24]

/** Keeps code that is run again in the core's memory. */
export class CodeStore {
  readonly #core: CoreMemory
  readonly #translations: Translations
  readonly #start: number
  #free: number
  #bytes = firstBytes
  #loaded = new WeakMap<Uint8Array, LoadedCode>()

  constructor(core: CoreMemory, translations: Translations, start: number) {
    this.#core = core
    this.#translations = translations
    this.#start = start
    this.#free = start
  }

  /** Where the memory behind the store starts. */
  get end(): number {
    return this.#start + this.#bytes
  }

  /** Takes more room when there is little left, or forgets all code; only while none runs, as `end` moves. */
  makeRoom(): void {
    if (this.#free < this.#start + this.#bytes / 2) return
    if (this.#bytes < maxBytes) this.#bytes *= 2
    else this.clear()
  }

  /** Forgets all code; only while none runs. */
  clear(): void {
    this.#free = this.#start
    this.#loaded = new WeakMap()
    this.#translations.clear()
  }

  /** Where these bytes stand, which never change; nothing when there is no room for them. */
  load(code: Uint8Array): LoadedCode | undefined {
    const known = this.#loaded.get(code)
    if (known !== undefined) return known
    if (this.#free + loadedBytes(code.length) > this.end) return undefined
    const loaded = loadCode(this.#core, this.#free, code)
    loaded.isKept = true
    this.#loaded.set(code, loaded)
    this.#free += loadedBytes(code.length)
    return loaded
  }
}

/** What code takes in memory, a multiple of 64. */
export function loadedBytes(size: number): number {
  return align(2 * codePadding + size + 1 + 2 * (size + 1), 64)
}

/** Puts code into memory that is there, and finds where it can be jumped to. */
export function loadCode(core: CoreMemory, start: number, code: Uint8Array): LoadedCode {
  const at = start + codePadding
  const size = code.length
  const bytes = core.bytes()
  bytes.fill(0, start, at)
  bytes.set(code, at)
  bytes.fill(0, at + size, at + size + codePadding)
  const jumps = align(at + size + codePadding, 2)
  core.exports.analyse(at, size, jumps)
  return new LoadedCode(core.exports, { code, at, jumps })
}

function align(at: number, to: number): number {
  return Math.ceil(at / to) * to
}
