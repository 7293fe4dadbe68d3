import * as op from '../assembly/opcodes.ts'

/** What is known of an opcode under the rules: stack items it takes and gives, and its gas. */
export interface OpcodeFacts {
  readonly takes: number
  readonly gives: number
  /** What is paid by how much it works on comes to that. */
  readonly gas: number
}

export type OpcodeTable = ReadonlyMap<number, OpcodeFacts>

/** Opcodes whose whole price the core takes when it does them. */
const operated: ReadonlySet<number> = new Set([
  op.EXP,
  op.KECCAK256,
  op.CALLDATACOPY,
  op.CODECOPY,
  op.RETURNDATACOPY,
  op.MCOPY,
  op.SLOAD,
  op.SSTORE,
  op.TLOAD,
  op.TSTORE,
])

export function isOperated(opcode: number): boolean {
  return operated.has(opcode)
}

/** Where a frame ends. */
const ends: ReadonlySet<number> = new Set([op.STOP, op.RETURN, op.REVERT])

export function isEnd(opcode: number): boolean {
  return ends.has(opcode)
}

export function isPush(opcode: number): boolean {
  return opcode >= op.PUSH0 && opcode <= op.PUSH32
}

/** Bytes of an instruction. */
export function sizeOf(opcode: number): number {
  return isPush(opcode) ? opcode - op.PUSH0 + 1 : 1
}

/** What the PUSH at `pc` puts on the stack; bytes beyond the code are zeros. */
export function pushed(code: Uint8Array, pc: number): bigint {
  const count = sizeOf(code[pc] as number) - 1
  let value = 0n
  for (let index = 1; index <= count; index++) {
    value = (value << 8n) | BigInt(code[pc + index] ?? 0)
  }
  return value
}
