import { bytesToHex } from '../../lib/hex.ts'
import type { Core } from '../../wasm/interpreter/core.ts'
import type { LoadedCode } from '../../wasm/interpreter/loadedCode.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import type { Frame } from './frame.ts'

/** What of a code has been run: `markJumped` and `markPassed` for each byte of it. */
export interface CoveredCode {
  readonly code: Uint8Array
  readonly isInitCode: boolean
  readonly marks: Uint8Array
}

/** The number of codes that are kept: each creation with other arguments is one. */
const maxCodes = 10_000

/** A code with what was run of it. */
interface MetCode extends CoveredCode {
  /** The hash of the code, with `i` before that of init code. */
  readonly key: string
  isReported: boolean
}

/** Collects what has been run of all code, by calls and estimates too. */
export class CodeCoverage {
  /** Receives the key of each code whose coverage has grown. */
  onNews: (key: string, covered: CoveredCode) => void = () => {}
  readonly #codes = new Map<string, MetCode>()
  readonly #known = new WeakMap<Uint8Array, MetCode>()
  readonly #ran = new Set<LoadedCode>()

  /** All that were met. */
  get codes(): readonly CoveredCode[] {
    return [...this.#codes.values()]
  }

  /** A frame has ended. What its code leaves is read now where the code goes with it, else by `settle`. */
  ran(core: Core, { code, context }: Frame): void {
    if (code.isKept) this.#ran.add(code)
    else this.#read(core, code, context.isCreation)
  }

  /** Everything has ended that a message has set off. */
  settle(core: Core): void {
    for (const code of this.#ran) this.#read(core, code, false)
    this.#ran.clear()
  }

  #read(core: Core, code: LoadedCode, isInitCode: boolean): void {
    const met = this.#find(code.code, isInitCode)
    if (met === undefined) return
    const isMore = core.readMarks(code, met.marks)
    if (met.isReported && !isMore) return
    met.isReported = true
    this.onNews(met.key, met)
  }

  #find(code: Uint8Array, isInitCode: boolean): MetCode | undefined {
    const known = this.#known.get(code)
    if (known !== undefined) return known
    const key = `${isInitCode ? 'i' : ''}${bytesToHex(keccak256(code))}`
    const met = this.#codes.get(key) ?? {
      key,
      code: code.slice(),
      isInitCode,
      marks: new Uint8Array(code.length),
      isReported: false,
    }
    if (!this.#codes.has(key) && this.#codes.size >= maxCodes) return undefined
    this.#codes.set(key, met)
    this.#known.set(code, met)
    return met
  }
}
