import type { Step, TracedTransaction, TraceHooks } from '../../execution/trace/tracer.ts'
import type { StorageLayout } from '../../files/artifact.ts'
import { bytesToBigInt, bytesToHex, type Hex, numberToBytes } from '../../lib/hex.ts'
import type { StateVariable } from '../../types/solidity/tracedSteps.ts'
import { StorageNames, type StorageNaming } from '../trace/storageNames.ts'

/** Hooks that see a run, and what they know of its state. */
export interface StateVariables extends TraceHooks {
  /** Variables of the account that runs, before the step; the same list while nothing changes. */
  at(layout: StorageLayout | undefined, step: Step): readonly StateVariable[]
}

/** Slots that are told: those that a layout gives a place, and as many of those touched last. */
const mostSlots = 100

const opcodes = { keccak256: 0x20, sload: 0x54, sstore: 0x55 } as const
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
    if (slots.size > mostSlots) slots.delete(slots.values().next().value as bigint)
  }

  function told(layout: StorageLayout, account: Hex, address: Uint8Array): typeof none {
    const names = namesOf.get(layout) ?? new StorageNames({ layout, ...naming })
    namesOf.set(layout, names)
    const slots = new Set([...names.declaredSlots(mostSlots), ...(touched.get(account) ?? [])])
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
      isChanging = opcode === opcodes.sstore || opcode === opcodes.keccak256
      const slot = stack.at(-1)
      if ((opcode !== opcodes.sstore && opcode !== opcodes.sload) || slot === undefined) return
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
        last = { layout, account, variables: told(layout, account, address) }
      }
      return last.variables
    },
  }
}
