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

/** Heat with which it is looked whether code should be translated again, with what has been run by then. */
const leastNextHeat = 2_000_000

/** Gas that the interpreter must have run of translated code for that. */
const leastLeft = 1_000_000n

/** What a translation exports. */
interface Translation {
  readonly run: Run
  /** Gas with which the interpreter has run where it has left. */
  readonly interpreted: { readonly value: bigint }
}

interface Kept {
  readonly interpreted: Translation['interpreted']
  /** Places that had been jumped to by then. */
  readonly seen: number
}

/** Translates code that is run much. */
export class Translations {
  readonly #core: Core
  readonly #kept = new Map<PlacedCode, Kept>()

  constructor(core: Core) {
    this.#core = core
  }

  /** Translates what has been run of the code, or all of it. */
  translate(code: PlacedCode, opcodes: OpcodeTable, isWhole: boolean): void {
    code.nextHeat = 2 * Math.max(leastNextHeat, code.heat)
    const kept = this.#kept.get(code)
    const seen = this.#countSeen(code)
    const isDone = kept !== undefined && (kept.seen === seen || kept.interpreted.value < leastLeft)
    if (isDone) return
    const traces = planRegion(this.#subject(code, opcodes, isWhole))
    if (traces.length === 0) return
    if (this.#kept.size >= mostKept) this.#forget()
    const { exports } = this.#core
    const environment = exports.environmentStart()
    const bytes = translate({ traces, opcodes, codeSize: code.size, environment })
    const functions = coreFunctions.map(({ name }) => [name, exports[name]])
    const core = { memory: exports.memory, ...Object.fromEntries(functions) }
    const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), { core })
    this.#unmark(code)
    this.#mark(code, traces)
    const { run, interpreted } = instance.exports as Translation
    code.run = run
    this.#kept.set(code, { seen, interpreted })
  }

  /** Forgets all translations, of code that is no longer where it was. */
  clear(): void {
    this.#kept.clear()
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

  /** How many places have been jumped to. */
  #countSeen({ size, jumps }: PlacedCode): number {
    const view = this.#core.view()
    let count = 0
    for (let at = jumps; at < jumps + 2 * size; at += 2) {
      if (view.getInt16(at, true) >= jumpSeen) count++
    }
    return count
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
    for (const code of this.#kept.keys()) {
      this.#unmark(code)
      code.run = this.#core.exports.run
    }
    this.#kept.clear()
  }
}
