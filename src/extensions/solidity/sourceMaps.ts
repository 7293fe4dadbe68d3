import type { Location, SourceFile } from './syntax/readTree.ts'

/** What a source map says of an instruction. Offsets are bytes of UTF-8. */
export interface MappedInstruction {
  readonly start: number
  readonly length: number
  /** The number of the source; -1: none. */
  readonly source: number
  /** The kind of a JUMP: into a function, out of one, or neither. */
  readonly jump: 'i' | 'o' | '-'
}

/**
 * The entries of solc's compressed source map, one for each instruction: `start:length:source:jump`
 * (and the depth of modifiers), where what is empty or missing is as in the entry before.
 */
export function decodeSourceMap(compressed: string): readonly MappedInstruction[] {
  if (compressed === '') return []
  let last: MappedInstruction = { start: -1, length: -1, source: -1, jump: '-' }
  return compressed.split(';').map((entry) => {
    if (entry === '') return last
    const [start, length, source, jump] = entry.split(':')
    last = {
      start: numberOr(start, last.start),
      length: numberOr(length, last.length),
      source: numberOr(source, last.source),
      jump: jump === 'i' || jump === 'o' || jump === '-' ? jump : last.jump,
    }
    return last
  })
}

function numberOr(text: string | undefined, usual: number): number {
  return text === undefined || text === '' ? usual : Number(text)
}

/** The opcodes that reveal the compiler's intent. */
export const opcodes = {
  lessThan: 0x10,
  isZero: 0x15,
  callDataSize: 0x36,
  codeSize: 0x38,
  codeCopy: 0x39,
  extCodeSize: 0x3b,
  jump: 0x56,
  jumpIf: 0x57,
  jumpDestination: 0x5b,
  push0: 0x5f,
  push1: 0x60,
  push32: 0x7f,
  duplicate1: 0x80,
  create: 0xf0,
  call: 0xf1,
  callCode: 0xf2,
  delegateCall: 0xf4,
  create2: 0xf5,
  staticCall: 0xfa,
  revert: 0xfd,
  invalid: 0xfe,
} as const

/** Whether it calls another contract, or creates one. */
export function beginsFrame(opcode: number): boolean {
  return (
    (opcode >= opcodes.create && opcode <= opcodes.callCode) ||
    opcode === opcodes.delegateCall ||
    opcode === opcodes.create2 ||
    opcode === opcodes.staticCall
  )
}

/** An instruction of a program, and where it comes from. */
export interface Instruction {
  readonly pc: number
  readonly opcode: number
  /** The kind of a JUMP or JUMPI: into a function, out of one, or neither. */
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
