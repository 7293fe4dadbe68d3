import { isCall } from './gasCost.ts'
import { opcodes } from './instruction.ts'
import { readMemory } from './memory.ts'
import type { Access, Step } from './tracer.ts'

/** BALANCE, EXTCODESIZE, EXTCODECOPY, EXTCODEHASH and SELFDESTRUCT. */
const lookingOpcodes: ReadonlySet<number> = new Set([0x31, 0x3b, 0x3c, 0x3f, opcodes.selfDestruct])

/** Opcodes without a call that look at an account. */
const otherOpcodes: ReadonlySet<number> = new Set([
  ...lookingOpcodes,
  opcodes.sload,
  opcodes.sstore,
  opcodes.create,
  opcodes.create2,
])

/** Whether the topmost operand of an opcode is the address of an account that it looks at. */
export function looksAtAccount(opcode: number): boolean {
  return lookingOpcodes.has(opcode)
}

/** Whether an opcode looks at an account or at a slot. */
export function isAccess(opcode: number): boolean {
  return otherOpcodes.has(opcode) || isCall(opcode)
}

/** What a step looks at. */
export function accessOf({ opcode, address, stack, memory }: Step): Access {
  return {
    opcode,
    address,
    height: stack.length,
    item: (nth) => stack.at(-1 - nth) as bigint,
    readMemory: (offset, length) => readMemory(memory, offset, length),
  }
}
