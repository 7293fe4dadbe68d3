import type { FrameKind } from '../../../types/solidity/callTrace.ts'
import { opcodes } from '../sourceMaps.ts'
import type { Program } from '../syntax/program.ts'
import type { DeclaredFunction, Location } from '../syntax/readTree.ts'

/** A log, with its topics. */
export interface RawLog {
  readonly address: Uint8Array
  readonly topics: readonly Uint8Array[]
  readonly data: Uint8Array
}

/** A slot as the first write found it and the last one left it. */
export interface RawChange {
  readonly slot: bigint
  readonly before: bigint
  after: bigint
}

/** A function that was jumped into, with all that happened in it in order. */
interface RawInternal {
  readonly function: string
  readonly source: string
  readonly steps: RawStep[]
}

export type RawStep = RawFrame | RawInternal | RawLog

/** A call or a creation that has run, with all that it did in order. */
export interface RawFrame {
  readonly kind: FrameKind
  readonly from: Uint8Array
  readonly to: Uint8Array
  /** Whose storage it writes. */
  readonly account: Uint8Array
  readonly value: bigint
  gas: bigint
  gasUsed: bigint
  readonly input: Uint8Array
  /** What has run; of a creation nothing. */
  readonly code: Uint8Array
  readonly isPrecompile: boolean
  /** How many instructions had run before it. */
  readonly firstInstruction: number
  /** How many ran in it and in its inner frames. */
  instructions: number
  output: Uint8Array
  error: string | undefined
  readonly steps: RawStep[]
  readonly changes: Map<bigint, RawChange>
}

/** All that a transaction or a call did. */
export interface RawTrace {
  readonly root: RawFrame
  /** What was hashed, by its hash: the keys of mappings and the slots of arrays are among it. */
  readonly preimages: ReadonlyMap<bigint, Uint8Array>
}

export function isFrame(step: RawStep): step is RawFrame {
  return 'kind' in step
}

export function isInternal(step: RawStep): step is RawInternal {
  return 'function' in step
}

/** Follows which functions a frame jumps into, by the marks of the source map. */
export class InternalWalk {
  readonly #program: Program | undefined
  /** Where what happens belongs: the frame, then a list for each open jump. */
  readonly #lists: RawStep[][]
  #isJumpingIn = false
  #isJumpingOut = false

  constructor(program: Program | undefined, steps: RawStep[]) {
    this.#program = program
    this.#lists = [steps]
  }

  /** Where what happens now belongs. */
  get steps(): RawStep[] {
    return this.#lists.at(-1) as RawStep[]
  }

  /** Goes on to an instruction. Gives the function that begins with it. */
  next(pc: number): RawInternal | undefined {
    const instruction = this.#program?.instructions.get(pc)
    const hasEntered = this.#isJumpingIn && instruction?.opcode === opcodes.jumpDestination
    const begun = hasEntered ? this.#enter(instruction?.location) : undefined
    if (!hasEntered && this.#isJumpingOut && this.#lists.length > 1) this.#lists.pop()
    this.#isJumpingIn = instruction?.jump === 'in'
    this.#isJumpingOut = instruction?.jump === 'out'
    return begun
  }

  /** The compiler's own functions and the one that was called are none of their own. */
  #enter(location: Location | undefined): RawInternal | undefined {
    const declared = location?.file.functionAt(location)
    const isCalled = this.#lists.length === 1 && declared?.isExternal === true
    if (location === undefined || declared === undefined || isCalled) {
      this.#lists.push(this.steps)
      return undefined
    }
    const begun = {
      function: nameOf(declared, this.#program),
      source: placeOf(declared),
      steps: [],
    }
    this.steps.push(begun)
    this.#lists.push(begun.steps)
    return begun
  }
}

function nameOf({ kind, name }: DeclaredFunction, program: Program | undefined): string {
  const shown = name === '' ? kind : name
  const contract = program?.contract.declared.name
  return kind === 'freeFunction' || contract === undefined ? shown : `${contract}.${shown}`
}

function placeOf({ location: { file, start } }: DeclaredFunction): string {
  return `${file.name}:${file.lineAt(start)}`
}
