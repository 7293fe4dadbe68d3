import { bytesToHex, type Hex } from '../../lib/hex.ts'
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

/** As many codes are kept: each creation with other arguments is one. */
const mostCodes = 10_000

/** Collects what has been run of all code, by calls and estimates too. */
export class CodeCoverage {
  /** By the hash of the code, with `i` before that of init code. */
  readonly codes = new Map<`${'i' | ''}${Hex}`, CoveredCode>()
  /** Whether there is something that has not been written yet. */
  hasNews = false
  readonly #known = new WeakMap<Uint8Array, CoveredCode>()
  readonly #ran = new Set<LoadedCode>()

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
    const covered = this.#covered(code.code, isInitCode)
    if (covered !== undefined && core.readMarks(code, covered.marks)) this.hasNews = true
  }

  #covered(code: Uint8Array, isInitCode: boolean): CoveredCode | undefined {
    const known = this.#known.get(code)
    if (known !== undefined) return known
    const key = `${isInitCode ? 'i' : ''}${bytesToHex(keccak256(code))}` as const
    const covered = this.codes.get(key) ?? {
      code: code.slice(),
      isInitCode,
      marks: new Uint8Array(code.length),
    }
    if (!this.codes.has(key) && this.codes.size >= mostCodes) return undefined
    if (!this.codes.has(key)) this.hasNews = true
    this.codes.set(key, covered)
    this.#known.set(code, covered)
    return covered
  }
}
