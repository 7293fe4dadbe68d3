import type { CoreMemory } from '../coreExports.ts'
import { jumpNone, jumpSeen, jumpTranslated, jumpUnseen, resumeBit } from '../layout.ts'
import type { LoadedCode, Run } from '../loadedCode.ts'
import { coreFunctions } from './encoder.ts'
import type { OpcodeTable } from './instructions.ts'
import { planRegion } from './region.ts'
import type { Trace } from './trace.ts'
import { translate } from './translate.ts'

/** Translations that a core keeps, each of some ten kilobytes. */
const maxKept = 64

/** Hotness after which it is looked whether code should be translated again. */
const hotnessBetween = 1_000_000

/**
 * Gas that the interpreter must have run of translated code for the second translation, and twice as much for each
 * that follows: code with more hot places than a translation takes would be translated again and again.
 */
const minLeft = 1_000_000n

/** Instructions up to which a translation takes over what the one before had. */
const maxTakenOver = 300

/** What a translation exports. */
interface Translation {
  readonly run: Run
  /** Gas with which the interpreter has run where it has left. */
  readonly interpreted: { readonly value: bigint }
}

interface Kept {
  readonly interpreted: Translation['interpreted']
  /** Gas that has to be interpreted before the next. */
  readonly left: bigint
  /** Places that had been jumped to. */
  readonly seen: ReadonlySet<number>
  readonly traces: readonly Trace[]
}

/** Translates code that is run much. */
export class Translations {
  readonly #core: CoreMemory
  readonly #kept = new Map<LoadedCode, Kept>()

  constructor(core: CoreMemory) {
    this.#core = core
  }

  /** Translates what has been run of the code since the last time, or all of it. */
  translate(code: LoadedCode, opcodes: OpcodeTable, isWhole: boolean): void {
    code.nextHotness = code.hotness + hotnessBetween
    const kept = this.#kept.get(code)
    if (kept !== undefined && kept.interpreted.value < kept.left) return
    const recent = this.#places(code, isWhole ? jumpUnseen : jumpSeen)
    // Without jumps there is no loop.
    if (recent.length === 0 && !isWhole) return
    const all = { code: code.code, opcodes, seen: new Set([...(kept?.seen ?? []), ...recent]) }
    const region = planRegion(all)
    const isLarge = kept !== undefined && region.steps > maxTakenOver
    const seen = isLarge ? new Set(recent) : all.seen
    const { traces } = isLarge ? planRegion({ ...all, seen }) : region
    if (traces.length === 0) return
    if (this.#kept.size >= maxKept) this.#forget()
    const { run, interpreted } = this.#instantiate(code, traces, opcodes)
    this.#unmark(code, kept?.traces)
    this.#mark(code, traces)
    code.run = run
    const left = kept === undefined ? minLeft : 2n * kept.left
    this.#kept.set(code, { seen, traces, interpreted, left })
  }

  /** Forgets all translations, of code that is no longer where it was. */
  clear(): void {
    this.#kept.clear()
  }

  #instantiate({ size }: LoadedCode, traces: readonly Trace[], opcodes: OpcodeTable): Translation {
    const { exports } = this.#core
    const environment = exports.environmentStart()
    const bytes = translate({ traces, opcodes, codeSize: size, environment })
    const functions = coreFunctions.map(({ name }) => [name, exports[name]])
    const core = { memory: exports.memory, ...Object.fromEntries(functions) }
    const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), { core })
    return instance.exports as unknown as Translation
  }

  /** What is known of each byte. */
  #known({ size, jumps }: LoadedCode): Int16Array {
    return new Int16Array(this.#core.bytes().buffer, jumps, size)
  }

  /** Where just that is known of the code. */
  #places(code: LoadedCode, known: number): number[] {
    const all = this.#known(code)
    const places: number[] = []
    for (let at = all.indexOf(known); at !== -1; at = all.indexOf(known, at + 1)) places.push(at)
    return places
  }

  /** Notes where traces start. */
  #mark(code: LoadedCode, traces: readonly Trace[]): void {
    const all = this.#known(code)
    for (const [index, { start }] of traces.entries()) {
      const bit = (all[start] as number) > jumpNone ? 0 : resumeBit
      all[start] = (jumpTranslated + index) | bit
    }
  }

  /** Forgets where traces start, and what has been jumped to. */
  #unmark(code: LoadedCode, traces: readonly Trace[] = []): void {
    const all = this.#known(code)
    for (const at of this.#places(code, jumpSeen)) all[at] = jumpUnseen
    for (const { start } of traces) {
      all[start] = (all[start] as number) > jumpNone ? jumpUnseen : jumpNone
    }
  }

  /** Drops all translations. */
  #forget(): void {
    for (const [code, { traces }] of this.#kept) {
      this.#unmark(code, traces)
      code.run = this.#core.exports.run
    }
    this.#kept.clear()
  }
}
