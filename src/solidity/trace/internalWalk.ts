import { opcodes } from '../sourceMaps.ts'
import type { Program } from '../syntax/program.ts'
import type { DeclaredFunction, Location } from '../syntax/sourceFile.ts'
import type { RawInternal, RawStep } from './rawFrame.ts'

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
