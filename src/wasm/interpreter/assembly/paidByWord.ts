// Opcodes that are paid by how much they work on. They take the stack's end and the gas, and give what is
// left of it: a negative number when it does not suffice, and nothing has been done then.
import { hashBytes } from './pairHash'
import { memoryAt } from '../layout'
import { endOf, expand, wordsOf } from './memory'
import { baseGasOf, expByteGas } from './opcodeTable'
import { EXP, KECCAK256 } from './opcodes'
import { byteLength, clamped, exponentiate } from './word'

/** EXP. */
export function raise(sp: usize, gas: i64): i64 {
  gas -= baseGasOf(EXP) + expByteGas * i64(byteLength(sp - 64))
  if (gas >= 0) exponentiate(sp - 64, sp - 32, sp - 64)
  return gas
}

/** KECCAK256. */
export function hash(frame: usize, sp: usize, gas: i64): i64 {
  const offset = clamped(sp - 32)
  const length = clamped(sp - 64)
  gas -= baseGasOf(KECCAK256) + 6 * wordsOf(length)
  gas = expand(frame, endOf(offset, length), gas)
  if (gas >= 0) hashBytes(sp - 64, usize(load<u32>(frame, memoryAt)) + usize(offset), usize(length))
  return gas
}
