import type { Step, TracedTransaction, TraceHooks } from '../../../execution/trace/tracer.ts'
import type { StorageLayout } from '../../../files/artifact.ts'
import { bytesToBigInt, bytesToHex, type Hex, numberToBytes } from '../../../lib/hex.ts'
import type { StateVariable, StepUnit } from '../../../types/solidity/tracedSteps.ts'
import { opcodes } from '../sourceMaps.ts'
import type { Program } from '../syntax/program.ts'
import { contains, isSameLocation, type Location } from '../syntax/readTree.ts'
import { StorageNames, type StorageNaming } from '../trace/storageNames.ts'

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

/** Hooks that see a run, and what they know of its state. */
export interface StateVariables extends TraceHooks {
  /** Variables of the account that runs, before the step; the same list while nothing changes. */
  at(layout: StorageLayout | undefined, step: Step): readonly StateVariable[]
}

/** The maximum number of reported slots: those of the layout, then the ones touched last. */
const maxSlots = 100

const storageOpcodes = { keccak256: 0x20, sload: 0x54, sstore: 0x55 } as const
const none: readonly StateVariable[] = []

/** Tells state variables. Items of mappings and arrays are those that the run has touched so far. */
export function stateVariables(naming: Omit<StorageNaming, 'layout'>): StateVariables {
  const namesOf = new Map<StorageLayout, StorageNames>()
  const touched = new Map<Hex, Set<bigint>>()
  let transaction: TracedTransaction | undefined
  let isChanging = false
  let last: { layout: StorageLayout; account: Hex; variables: typeof none } | undefined

  function touch(account: Hex, slot: bigint): void {
    const slots = touched.get(account) ?? new Set()
    touched.set(account, slots)
    slots.delete(slot)
    slots.add(slot)
    if (slots.size > maxSlots) slots.delete(slots.values().next().value as bigint)
  }

  function variablesOf(layout: StorageLayout, account: Hex, address: Uint8Array): typeof none {
    const names = namesOf.get(layout) ?? new StorageNames({ layout, ...naming })
    namesOf.set(layout, names)
    const slots = new Set([...names.declaredSlots(maxSlots), ...(touched.get(account) ?? [])])
    return [...slots].flatMap((slot) => {
      const word = transaction?.state.readStorage(address, numberToBytes(slot, 32))
      return word === undefined ? [] : names.valuesOf(slot, bytesToBigInt(word))
    })
  }

  return {
    start: (started) => {
      transaction = started
    },
    step: ({ opcode, stack, address }) => {
      // A write is done, and a hash known, when the step after it comes.
      if (isChanging) last = undefined
      isChanging = opcode === storageOpcodes.sstore || opcode === storageOpcodes.keccak256
      const slot = stack.at(-1)
      if (
        (opcode !== storageOpcodes.sstore && opcode !== storageOpcodes.sload) ||
        slot === undefined
      )
        return
      touch(bytesToHex(address), slot)
      last = undefined
    },
    exit: () => {
      last = undefined
    },
    at: (layout, { address }) => {
      if (!Array.isArray(layout?.storage)) return none
      const account = bytesToHex(address)
      if (last?.layout !== layout || last.account !== account) {
        last = { layout, account, variables: variablesOf(layout, account, address) }
      }
      return last.variables
    },
  }
}
