import type { Location, SourceFile } from '../syntax/sourceFile.ts'
import { decodeSourceMap } from './decodeSourceMap.ts'
import { opcodes } from './opcodes.ts'

/** An instruction of a program, and where it comes from. */
export interface Instruction {
  readonly pc: number
  readonly opcode: number
  /** Of a JUMP or JUMPI: into a function, out of one, or neither. */
  readonly jump: 'in' | 'out' | undefined
  /** Nothing for what the compiler has added. */
  readonly location: Location | undefined
}

const jumps = { i: 'in', o: 'out', '-': undefined } as const

/**
 * The instructions of code by their pc. Those of init code go on behind the map, up to an INVALID:
 * the compiler leaves the last ones out.
 */
export function instructionsOf(
  code: Uint8Array,
  sourceMap: string,
  files: ReadonlyMap<number, SourceFile>,
  isInitCode: boolean,
): ReadonlyMap<number, Instruction> {
  const instructions = new Map<number, Instruction>()
  let pc = 0
  for (const { start, length, source, jump } of decodeSourceMap(sourceMap)) {
    const opcode = code[pc]
    if (opcode === undefined) return instructions
    const file = files.get(source)
    const location = file && start >= 0 ? { file, start, end: start + length } : undefined
    const isJump = opcode === opcodes.jump || opcode === opcodes.jumpIf
    instructions.set(pc, { pc, opcode, jump: isJump ? jumps[jump] : undefined, location })
    pc = after(pc, opcode)
  }
  if (!isInitCode) return instructions
  for (let opcode = code[pc]; opcode !== undefined; opcode = code[pc]) {
    if (opcode === opcodes.invalid) break
    instructions.set(pc, { pc, opcode, jump: undefined, location: undefined })
    pc = after(pc, opcode)
  }
  return instructions
}

/** The pcs of instructions, of all bytes. */
export function* instructionStarts(code: Uint8Array): Generator<number, void> {
  for (let pc = 0; pc < code.length; pc = after(pc, code[pc] as number)) yield pc
}

/** Where the next instruction is: a PUSH has its value behind it. */
function after(pc: number, opcode: number): number {
  const isPush = opcode >= opcodes.push1 && opcode <= opcodes.push32
  return pc + 1 + (isPush ? opcode - opcodes.push0 : 0)
}
