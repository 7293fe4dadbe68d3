import * as op from '../assembly/opcodes.ts'
import {
  addressAt,
  callDataSizeAt,
  callerAt,
  memorySizeAt,
  returnDataSizeAt,
  valueAt,
  wordBytes,
} from '../layout.ts'
import { load32As64, load64 } from './instructions.ts'
import { smallValue, Value } from './value.ts'
import type { Writer } from './writer.ts'

/** Words of the frame. */
const words: ReadonlyMap<number, number> = new Map([
  [op.ADDRESS, addressAt],
  [op.CALLER, callerAt],
  [op.CALLVALUE, valueAt],
])

/** Numbers of 32 bits of the frame. */
const numbers: ReadonlyMap<number, number> = new Map([
  [op.CALLDATASIZE, callDataSizeAt],
  [op.RETURNDATASIZE, returnDataSizeAt],
  [op.MSIZE, memorySizeAt],
])

/** Words that do not change while a transaction runs. */
const constants: ReadonlySet<number> = new Set([
  ...[op.ORIGIN, op.GASPRICE, op.COINBASE, op.TIMESTAMP, op.NUMBER],
  ...[op.PREVRANDAO, op.GASLIMIT, op.CHAINID, op.BASEFEE],
])

/** What an opcode gives that takes nothing; undefined for others. */
export function environmentValue(writer: Writer, opcode: number): Value | undefined {
  const { body, stack, registers, context } = writer
  const number = numbers.get(opcode)
  if (number !== undefined) {
    body.get(registers.frame)
    body.access(load32As64, number)
    return smallValue(stack.keep())
  }
  const word = words.get(opcode)
  if (word === undefined && !constants.has(opcode)) return undefined
  const limbs = [0, 8, 16, 24].map((offset) => {
    if (word === undefined) body.const32(context.environment + (opcode & 0x1f) * wordBytes)
    else body.get(registers.frame)
    body.access(load64, (word ?? 0) + offset)
    return stack.keep()
  })
  return new Value(limbs)
}
