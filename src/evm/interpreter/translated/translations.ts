import type { Core } from '../core.ts'
import { jumpNone, jumpSeen, jumpTranslated, jumpUnseen, resumeBit } from '../layout.ts'
import type { PlacedCode, Run } from '../placedCode.ts'
import { coreFunctions } from './coreFunctions.ts'
import type { OpcodeTable } from './opcodes.ts'
import { planRegion, type Subject } from './region.ts'
import type { Trace } from './trace.ts'
import { translate } from './translate.ts'

/** Translations that a core keeps, each of some ten kilobytes. */
const mostKept = 64

/** Heat with which code is translated again, so that what has been run by then is too. */
const leastNextHeat = 4_000_000

/** Translates code that is run much. */
export class Translations {
  readonly #core: Core
  #kept: PlacedCode[] = []

  constructor(core: Core) {
    this.#core = core
  }

  /** Translates what has been run of the code, or all of it. */
  translate(code: PlacedCode, opcodes: OpcodeTable, isWhole: boolean): void {
    code.nextHeat = Math.max(leastNextHeat, 4 * code.heat)
    const traces = planRegion(this.#subject(code, opcodes, isWhole))
    if (traces.length === 0) return
    if (this.#kept.length >= mostKept) this.#forget()
    const { exports } = this.#core
    const environment = exports.environmentStart()
    const bytes = translate({ traces, opcodes, codeSize: code.size, environment })
    const functions = coreFunctions.map(({ name }) => [name, exports[name]])
    const core = { memory: exports.memory, ...Object.fromEntries(functions) }
    const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), { core })
    this.#unmark(code)
    this.#mark(code, traces)
    code.run = (instance.exports as { run: Run }).run
    if (!this.#kept.includes(code)) this.#kept.push(code)
  }

  /** Forgets all translations, of code that is no longer where it was. */
  clear(): void {
    this.#kept = []
  }

  #subject({ code, jumps }: PlacedCode, opcodes: OpcodeTable, isWhole: boolean): Subject {
    const view = this.#core.view()
    const known = (pc: number) => view.getInt16(jumps + 2 * pc, true)
    return {
      code,
      opcodes,
      isSeen: (pc) => known(pc) >= (isWhole ? jumpUnseen : jumpSeen),
    }
  }

  /** Notes where traces start. */
  #mark({ jumps }: PlacedCode, traces: readonly Trace[]): void {
    const view = this.#core.view()
    for (const [index, { start }] of traces.entries()) {
      const isDestination = view.getInt16(jumps + 2 * start, true) > jumpNone
      const bit = isDestination ? 0 : resumeBit
      view.setUint16(jumps + 2 * start, (jumpTranslated + index) | bit, true)
    }
  }

  #unmark({ size, jumps }: PlacedCode): void {
    const view = this.#core.view()
    for (let at = jumps; at <= jumps + 2 * size; at += 2) {
      const known = view.getInt16(at, true)
      if (known >= jumpTranslated) view.setInt16(at, jumpSeen, true)
      else if (known < jumpNone) view.setInt16(at, jumpNone, true)
    }
  }

  /** Drops all translations. */
  #forget(): void {
    for (const code of this.#kept) {
      this.#unmark(code)
      code.run = this.#core.exports.run
    }
    this.#kept = []
  }
}
