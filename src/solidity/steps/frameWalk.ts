import type { StepUnit } from '../../types/solidity/tracedSteps.ts'
import { opcodes } from '../sourceMaps.ts'
import type { Program } from '../syntax/program.ts'
import { contains, isSameLocation, type Location } from '../syntax/sourceFile.ts'

/** Where a step was: in which part of the source, and how many functions were open. */
interface Place {
  readonly location: Location
  readonly depth: number
}

/** Follows what runs in a frame through its source, instruction by instruction. */
export class FrameWalk {
  readonly #program: Program | undefined
  readonly #unit: StepUnit
  /** Where each open function was last, outermost first. */
  readonly #functions: (Location | undefined)[] = [undefined]
  #isJumpingIn = false
  #isJumpingOut = false
  #last: Place | undefined

  constructor(program: Program | undefined, unit: StepUnit) {
    this.#program = program
    this.#unit = unit
  }

  /** Where the open functions are, outermost first. */
  get functions(): readonly Location[] {
    return this.#functions.filter((location) => location !== undefined)
  }

  /** Goes on to an instruction; says whether a step begins with it, and where it is in the source. */
  next(pc: number): { readonly isStep: boolean; readonly location: Location | undefined } {
    const instruction = this.#program?.instructions.get(pc)
    const top = this.#functions.length - 1
    if (this.#isJumpingIn && instruction?.opcode === opcodes.jumpDestination) {
      this.#functions.push(undefined)
    } else if (this.#isJumpingOut && top > 0) this.#functions.pop()
    this.#isJumpingIn = instruction?.jump === 'in'
    this.#isJumpingOut = instruction?.jump === 'out'
    const location = placeOf(instruction?.location)
    if (location !== undefined) this.#functions[this.#functions.length - 1] = location
    const isInstruction = this.#program === undefined || this.#unit === 'instruction'
    return { isStep: isInstruction || this.#hasMoved(location), location }
  }

  #hasMoved(location: Location | undefined): boolean {
    if (location === undefined) return false
    const last = this.#last
    const depth = this.#functions.length
    this.#last = { location, depth }
    if (last === undefined || last.depth !== depth) return true
    if (isSameLocation(location, last.location)) return false
    return this.#unit === 'expression' || !isSameLine(location, last.location)
  }
}

function isSameLine(one: Location, other: Location): boolean {
  return one.file === other.file && lineOf(one) === lineOf(other)
}

function lineOf({ file, start }: Location): number {
  return file.lineAt(start)
}

/** The compiler marks what it has added by a whole contract or function: that is no place in the source. */
function placeOf(location: Location | undefined): Location | undefined {
  if (location === undefined) return undefined
  const { contracts, freeFunctions } = location.file
  const contract = contracts.find(({ location: whole }) => contains(whole, location))
  if (contract !== undefined && isSameLocation(contract.location, location)) return undefined
  const functions = contract?.functions ?? freeFunctions
  const isFunction = functions.some(
    ({ kind, location: whole }) => kind !== 'getter' && isSameLocation(whole, location),
  )
  return isFunction ? undefined : location
}
