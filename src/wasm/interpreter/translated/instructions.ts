import * as op from '../assembly/opcodes.ts'

// The instructions of WebAssembly that translated code is made of, by their bytes.

export const unreachable = 0x00
export const block = 0x02
export const loop = 0x03
export const ifTrue = 0x04
export const otherwise = 0x05
export const end = 0x0b
export const branch = 0x0c
export const branchIf = 0x0d
export const branchTable = 0x0e
export const leave = 0x0f
export const call = 0x10
export const select = 0x1b
export const localGet = 0x20
export const localSet = 0x21
export const localTee = 0x22
export const globalGet = 0x23
export const globalSet = 0x24
export const load32 = 0x28
export const load64 = 0x29
export const load16Signed = 0x2e
export const load16 = 0x2f
export const load32As64 = 0x35
export const store8From64 = 0x3c
export const store32 = 0x36
export const store64 = 0x37
export const const32 = 0x41
export const const64 = 0x42

export const isZero32 = 0x45
export const isNotEqual32 = 0x47
export const isBelowSigned32 = 0x48
export const isAbove32 = 0x4b
export const isZero64 = 0x50
export const isEqual64 = 0x51
export const isNotEqual64 = 0x52
export const isBelowSigned64 = 0x53
export const isBelow64 = 0x54
export const isNotBelow64 = 0x5a
export const add32 = 0x6a
export const subtract32 = 0x6b
export const and32 = 0x71
export const or32 = 0x72
export const shiftLeft32 = 0x74
export const shiftRight32 = 0x76
export const add64 = 0x7c
export const subtract64 = 0x7d
export const multiply64 = 0x7e
export const divide64 = 0x80
export const remainder64 = 0x82
export const and64 = 0x83
export const or64 = 0x84
export const xor64 = 0x85
export const shiftLeft64 = 0x86
export const shiftRightSigned64 = 0x87
export const shiftRight64 = 0x88
export const wrap64 = 0xa7
export const extend32 = 0xad

/** Before those of vectors. */
export const vector = 0xfd
export const vectorLoad = 0
export const vectorStore = 11
export const vectorConst = 12
export const vectorShuffle = 13
export const vectorSplat64 = 18
export const vectorExtract64 = 29
export const vectorReplace64 = 30

export const noResult = 0x40
export const i32 = 0x7f
export const i64 = 0x7e
export const v128 = 0x7b
export type WasmType = typeof i32 | typeof i64 | typeof v128

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
