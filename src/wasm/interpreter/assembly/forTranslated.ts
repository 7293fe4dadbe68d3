// Opcodes for translated code, which has their operands on the stack of the frame, and leaves to the
// interpreter what cannot be done here.
import { gasFloorAt } from '../layout'
import { copy, isReturned, loadCallData } from './data'
import { divideSigned, remainderSigned } from './division'
import { endOf, expand } from './memory'
import { fixedGasOf } from './opcodeTable'
import * as op from './opcodes'
import { hash, raise } from './paidByWord'
import { extendSign, pickByte, shiftDown, shiftDownSigned, shiftUp } from './shifts'
import { loadStorage, loadTransient, writeStorage, writeTransient } from './storage'
import { clamped, countLeadingZeros, setSmall } from './word'

/** Does an opcode without gas of its own on what the stack ends with at `sp`. */
export function compute(frame: usize, instruction: i32, sp: usize): void {
  const at = sp - 64
  switch (instruction) {
    case op.SDIV:
      return divideSigned(at, sp - 32, at)
    case op.SMOD:
      return remainderSigned(at, sp - 32, at)
    case op.SIGNEXTEND:
      return extendSign(at, at, clamped(sp - 32))
    case op.BYTE:
      return pickByte(at, clamped(sp - 32))
    case op.SHL:
      return shiftUp(at, clamped(sp - 32))
    case op.SHR:
      return shiftDown(at, clamped(sp - 32))
    case op.SAR:
      return shiftDownSigned(at, clamped(sp - 32))
    case op.CLZ:
      return setSmall(sp - 32, countLeadingZeros(sp - 32))
    default:
      return loadCallData(frame, sp - 32)
  }
}

/**
 * Does an opcode that has a price of its own. Gives what is left of the gas: a negative number when it
 * cannot be done or others are to be given a turn, and nothing has been done then.
 */
export function operate(frame: usize, instruction: i32, sp: usize, gas: i64): i64 {
  if (gas < load<i64>(frame, gasFloorAt)) return -1
  switch (instruction) {
    case op.EXP:
      return raise(sp, gas)
    case op.KECCAK256:
      return hash(frame, sp, gas)
    case op.SLOAD:
      return loadStorage(frame, sp - 32, gas)
    case op.SSTORE:
      return writeStorage(frame, sp, gas)
    case op.TLOAD:
      gas -= fixedGasOf(op.TLOAD)
      return gas < 0 || loadTransient(frame, sp - 32) ? gas : -1
    case op.TSTORE:
      gas -= fixedGasOf(op.TSTORE)
      return gas < 0 || writeTransient(frame, sp) < 0 ? gas : -1
    case op.RETURNDATACOPY:
      if (!isReturned(frame, sp)) return -1
    default:
      return copy(frame, instruction, sp, gas)
  }
}

/** Makes the memory reach an access of `length` bytes, whose offset has `above` over 64 bits. Returns the gas left. */
export function grow(frame: usize, offset: u64, above: u64, length: u64, gas: i64): i64 {
  return above == 0 ? expand(frame, endOf(offset, length), gas) : -1
}
