// Runs the code of a frame until it ends or needs the host.
import {
  addressAt, callDataSizeAt, callerAt, codeAt, codeSizeAt, exitYield, exitHost, exitInvalidJump, exitInvalidOpcode, exitOutOfGas, exitReturn,
  exitReturnDataOutOfBounds, exitRevert, exitStackOverflow, exitStackUnderflow, exitStepsFull, exitStop, exitTranslated, gasAt,
  gasFloorAt, heightAt, jumpNone, jumpSeen, jumpTranslated, jumpsAt, memoryAt, memorySizeAt, outputAt, outputSizeAt, pcAt, resumeBit, returnDataSizeAt, stackAt, valueAt,
} from '../layout'
import { copy, isReturned, loadCallData, pushBytes } from './data'
import { divide, divideSigned, remainder, remainderSigned } from './division'
import { endOf, expand } from './memory'
import { addModulo, multiplyModulo } from './modulo'
import { baseGasOf, fitsStack, fitsUnarmed, fixedGasOf, isUnderflow, noOpcode } from './opcodeTable'
import * as op from './opcodes'
import { extendSign, pickByte, shiftDown, shiftDownSigned, shiftUp } from './shifts'
import { beginStep, isLogging, tellsStorage } from './stepLog'
import { loadStorage, loadTransient, storageExit, writeStorage, writeTransient } from './storage'
import { hash, raise } from './paidByWord'
import {
  add, clamped, copyWord, countLeadingZeros, isBelow, isBelowSigned,
  isEqual, isZero, multiply, setSmall, subtract, swapBytes, swapWords,
} from './word'

/** Words that do not change while a transaction runs, each where the lowest five bits of its opcode say. */
const environment = memory.data(32 * 32, 16)

export function environmentStart(): usize {
  return environment
}

/** Whether it is noted where a JUMPI has gone on to what follows it; only where nothing is translated. */
let isCovering = false

export function setCovering(covers: boolean): void {
  isCovering = covers
}

/** Leaves the registers of the frame for the host. */
function leave(frame: usize, ip: usize, sp: usize, gas: i64, exit: i32): i32 {
  store<u32>(frame, u32(ip - load<u32>(frame, codeAt)), pcAt)
  store<u32>(frame, u32((sp - frame - stackAt) >> 5), heightAt)
  store<i64>(frame, gas, gasAt)
  return exit
}

/** Leaves after an opcode costs more than there is: no code can pay for what is no opcode. */
function leaveUnpaid(frame: usize, ip: usize, sp: usize, gas: i64): i32 {
  const opcode = i32(load<u8>(ip))
  const cost = fixedGasOf(opcode)
  if (isLogging && !beginStep(frame, u32(ip - load<u32>(frame, codeAt)), opcode, sp, gas + cost)) {
    return leave(frame, ip, sp, gas + cost, exitStepsFull)
  }
  if (cost == noOpcode) return leave(frame, ip, sp, gas + cost, exitInvalidOpcode)
  return leave(frame, ip, sp, 0, exitOutOfGas)
}

/** Leaves after an opcode that has been read costs more than there is. */
function leaveEmpty(frame: usize, ip: usize, sp: usize): i32 {
  return leave(frame, ip - 1, sp, 0, exitOutOfGas)
}

/** Leaves after an opcode of storage that could not be done. */
function leaveStorage(frame: usize, ip: usize, sp: usize, gas: i64): i32 {
  return leave(frame, ip - 1, sp, storageExit == exitOutOfGas ? 0 : gas, storageExit)
}

/** Runs until the frame ends or needs the host, and says which: one of the exits. */
export function run(frame: usize): i32 {
  const code: usize = load<u32>(frame, codeAt)
  const stack = frame + stackAt
  const start: usize = load<u32>(frame, memoryAt)
  let floor = load<i64>(frame, gasFloorAt)
  let ip = code + load<u32>(frame, pcAt)
  let sp = stack + (usize(load<u32>(frame, heightAt)) << 5)
  let gas = load<i64>(frame, gasAt)

  for (;;) {
    const instruction = i32(load<u8>(ip))
    gas -= fixedGasOf(instruction)
    if (gas < 0) return leaveUnpaid(frame, ip, sp, gas)
    if (!fitsStack(instruction, sp - stack)) {
      if (isLogging) {
        const before = gas + fixedGasOf(instruction)
        if (!beginStep(frame, u32(ip - code), instruction, sp, before)) {
          return leave(frame, ip, sp, before, exitStepsFull)
        }
        // The host tells of slots right after the instruction.
        if (tellsStorage(instruction)) floor = i64.MAX_VALUE
      }
      if (!isLogging || !fitsUnarmed(instruction, sp - stack)) {
        const isShort = isUnderflow(instruction, sp - stack)
        return leave(frame, ip, sp, gas, isShort ? exitStackUnderflow : exitStackOverflow)
      }
    }
    ip++
    switch (instruction) {
      case op.STOP:
        return leave(frame, ip, sp, gas, exitStop)
      case op.ADD:
        sp -= 32
        add(sp - 32, sp, sp - 32)
        continue
      case op.MUL:
        sp -= 32
        multiply(sp - 32, sp, sp - 32)
        continue
      case op.SUB:
        sp -= 32
        subtract(sp - 32, sp, sp - 32)
        continue
      case op.DIV:
        sp -= 32
        divide(sp - 32, sp, sp - 32)
        continue
      case op.SDIV:
        sp -= 32
        divideSigned(sp - 32, sp, sp - 32)
        continue
      case op.MOD:
        sp -= 32
        remainder(sp - 32, sp, sp - 32)
        continue
      case op.SMOD:
        sp -= 32
        remainderSigned(sp - 32, sp, sp - 32)
        continue
      case op.ADDMOD:
        sp -= 64
        addModulo(sp - 32, sp + 32, sp, sp - 32)
        continue
      case op.MULMOD:
        sp -= 64
        multiplyModulo(sp - 32, sp + 32, sp, sp - 32)
        continue
      case op.EXP:
        gas = raise(sp, gas)
        if (gas < 0) return leaveEmpty(frame, ip, sp)
        sp -= 32
        if (gas < floor) return leave(frame, ip, sp, gas, exitYield)
        continue
      case op.SIGNEXTEND:
        sp -= 32
        extendSign(sp - 32, sp - 32, clamped(sp))
        continue
      case op.LT:
        sp -= 32
        setSmall(sp - 32, u64(isBelow(sp, sp - 32)))
        continue
      case op.GT:
        sp -= 32
        setSmall(sp - 32, u64(isBelow(sp - 32, sp)))
        continue
      case op.SLT:
        sp -= 32
        setSmall(sp - 32, u64(isBelowSigned(sp, sp - 32)))
        continue
      case op.SGT:
        sp -= 32
        setSmall(sp - 32, u64(isBelowSigned(sp - 32, sp)))
        continue
      case op.EQ:
        sp -= 32
        setSmall(sp - 32, u64(isEqual(sp, sp - 32)))
        continue
      case op.ISZERO:
        setSmall(sp - 32, u64(isZero(sp - 32)))
        continue
      case op.AND:
        sp -= 32
        v128.store(sp - 32, v128.and(v128.load(sp), v128.load(sp - 32)))
        v128.store(sp - 32, v128.and(v128.load(sp, 16), v128.load(sp - 32, 16)), 16)
        continue
      case op.OR:
        sp -= 32
        v128.store(sp - 32, v128.or(v128.load(sp), v128.load(sp - 32)))
        v128.store(sp - 32, v128.or(v128.load(sp, 16), v128.load(sp - 32, 16)), 16)
        continue
      case op.XOR:
        sp -= 32
        v128.store(sp - 32, v128.xor(v128.load(sp), v128.load(sp - 32)))
        v128.store(sp - 32, v128.xor(v128.load(sp, 16), v128.load(sp - 32, 16)), 16)
        continue
      case op.NOT:
        v128.store(sp - 32, v128.not(v128.load(sp - 32)))
        v128.store(sp - 32, v128.not(v128.load(sp - 32, 16)), 16)
        continue
      case op.BYTE:
        sp -= 32
        pickByte(sp - 32, clamped(sp))
        continue
      case op.SHL:
        sp -= 32
        shiftUp(sp - 32, clamped(sp))
        continue
      case op.SHR:
        sp -= 32
        shiftDown(sp - 32, clamped(sp))
        continue
      case op.SAR:
        sp -= 32
        shiftDownSigned(sp - 32, clamped(sp))
        continue
      case op.CLZ:
        setSmall(sp - 32, countLeadingZeros(sp - 32))
        continue
      case op.KECCAK256:
        gas = hash(frame, sp, gas)
        if (gas < 0) return leaveEmpty(frame, ip, sp)
        sp -= 32
        if (gas < floor) return leave(frame, ip, sp, gas, exitYield)
        continue
      case op.ADDRESS:
        copyWord(sp, frame + addressAt)
        sp += 32
        continue
      case op.CALLER:
        copyWord(sp, frame + callerAt)
        sp += 32
        continue
      case op.CALLVALUE:
        copyWord(sp, frame + valueAt)
        sp += 32
        continue
      case op.CALLDATALOAD:
        loadCallData(frame, sp - 32)
        continue
      case op.CALLDATASIZE:
        setSmall(sp, u64(load<u32>(frame, callDataSizeAt)))
        sp += 32
        continue
      case op.RETURNDATACOPY:
        if (!isReturned(frame, sp)) return leave(frame, ip - 1, sp, gas, exitReturnDataOutOfBounds)
      case op.CALLDATACOPY:
      case op.CODECOPY:
      case op.MCOPY:
        gas = copy(frame, instruction, sp, gas)
        if (gas < 0) return leaveEmpty(frame, ip, sp)
        sp -= 96
        if (gas < floor) return leave(frame, ip, sp, gas, exitYield)
        continue
      case op.CODESIZE:
        setSmall(sp, u64(load<u32>(frame, codeSizeAt)))
        sp += 32
        continue
      case op.RETURNDATASIZE:
        setSmall(sp, u64(load<u32>(frame, returnDataSizeAt)))
        sp += 32
        continue
      case op.ORIGIN: case op.GASPRICE: case op.COINBASE: case op.TIMESTAMP: case op.NUMBER:
      case op.PREVRANDAO: case op.GASLIMIT: case op.CHAINID: case op.BASEFEE:
        copyWord(sp, environment + (usize(instruction & 0x1f) << 5))
        sp += 32
        continue
      case op.POP:
        sp -= 32
        continue
      case op.MLOAD: {
        const offset = clamped(sp - 32)
        gas = expand(frame, endOf(offset, 32), gas - baseGasOf(op.MLOAD))
        if (gas < 0) return leaveEmpty(frame, ip, sp)
        swapBytes(sp - 32, start + usize(offset))
        continue
      }
      case op.MSTORE: {
        const offset = clamped(sp - 32)
        gas = expand(frame, endOf(offset, 32), gas - baseGasOf(op.MSTORE))
        if (gas < 0) return leaveEmpty(frame, ip, sp)
        // The gas is that of the offset alone.
        if (sp - stack < 64) return leave(frame, ip - 1, sp, gas, exitStackUnderflow)
        swapBytes(start + usize(offset), sp - 64)
        sp -= 64
        continue
      }
      case op.MSTORE8: {
        const offset = clamped(sp - 32)
        gas = expand(frame, endOf(offset, 1), gas - baseGasOf(op.MSTORE8))
        if (gas < 0) return leaveEmpty(frame, ip, sp)
        // The gas is that of the offset alone.
        if (sp - stack < 64) return leave(frame, ip - 1, sp, gas, exitStackUnderflow)
        store<u8>(start + usize(offset), load<u8>(sp - 64))
        sp -= 64
        continue
      }
      case op.SLOAD: {
        const left = loadStorage(frame, sp - 32, gas)
        if (left < 0) return leaveStorage(frame, ip, sp, gas)
        gas = left
        if (gas < floor) return leave(frame, ip, sp, gas, exitYield)
        continue
      }
      case op.SSTORE: {
        const left = writeStorage(frame, sp, gas)
        if (left < 0) return leaveStorage(frame, ip, sp, gas)
        gas = left
        sp -= 64
        if (gas < floor) return leave(frame, ip, sp, gas, exitYield)
        continue
      }
      case op.TLOAD:
        if (loadTransient(frame, sp - 32)) continue
        return leave(frame, ip - 1, sp, gas + fixedGasOf(op.TLOAD), exitHost)
      case op.TSTORE: {
        const exit = writeTransient(frame, sp)
        if (exit == exitHost) gas += fixedGasOf(op.TSTORE)
        if (exit >= 0) return leave(frame, ip - 1, sp, gas, exit)
        sp -= 64
        continue
      }
      case op.JUMPI:
        if (isZero(sp - 64)) {
          sp -= 64
          if (isCovering) store<u16>(usize(load<u32>(frame, jumpsAt)) + ((ip - 1 - code) << 1), resumeBit)
          continue
        }
      case op.JUMP: {
        const to = clamped(sp - 32)
        if (to >= u64(load<u32>(frame, codeSizeAt))) return leave(frame, ip - 1, sp, gas, exitInvalidJump)
        const jump = usize(load<u32>(frame, jumpsAt)) + (usize(to) << 1)
        const known = i32(load<i16>(jump))
        if (known <= jumpNone) return leave(frame, ip - 1, sp, gas, exitInvalidJump)
        sp -= instruction == op.JUMP ? 32 : 64
        ip = code + usize(to)
        if (gas < floor) return leave(frame, ip, sp, gas, exitYield)
        if (known >= jumpTranslated) {
          if (isLogging) continue
          return leave(frame, ip, sp, gas, exitTranslated)
        }
        store<u16>(jump, jumpSeen)
        continue
      }
      case op.PC:
        setSmall(sp, u64(ip - 1 - code))
        sp += 32
        continue
      case op.MSIZE:
        setSmall(sp, u64(load<u32>(frame, memorySizeAt)))
        sp += 32
        continue
      case op.GAS:
        setSmall(sp, u64(gas))
        sp += 32
        continue
      case op.JUMPDEST:
        continue
      case op.PUSH0:
        setSmall(sp, 0)
        sp += 32
        continue
      case op.PUSH1:
        setSmall(sp, u64(load<u8>(ip)))
        sp += 32
        ip++
        continue
      case op.PUSH2:
        setSmall(sp, u64((u32(load<u8>(ip)) << 8) | load<u8>(ip, 1)))
        sp += 32
        ip += 2
        continue
      case op.RETURN:
      case op.REVERT: {
        const offset = clamped(sp - 32)
        const length = clamped(sp - 64)
        gas = expand(frame, endOf(offset, length), gas - baseGasOf(instruction))
        if (gas < 0) return leaveEmpty(frame, ip, sp)
        store<u32>(frame, u32(length == 0 ? 0 : offset), outputAt)
        store<u32>(frame, u32(length), outputSizeAt)
        return leave(frame, ip, sp - 64, gas, instruction == op.RETURN ? exitReturn : exitRevert)
      }
      case 0x62: case 0x63: case 0x64: case 0x65: case 0x66: case 0x67: case 0x68: case 0x69: case 0x6a:
      case 0x6b: case 0x6c: case 0x6d: case 0x6e: case 0x6f: case 0x70: case 0x71: case 0x72: case 0x73:
      case 0x74: case 0x75: case 0x76: case 0x77: case 0x78: case 0x79: case 0x7a: case 0x7b: case 0x7c:
      case 0x7d: case 0x7e: case 0x7f: {
        const count = usize(instruction - op.PUSH0)
        pushBytes(sp, ip, count)
        sp += 32
        ip += count
        continue
      }
      case 0x80: case 0x81: case 0x82: case 0x83: case 0x84: case 0x85: case 0x86: case 0x87: case 0x88:
      case 0x89: case 0x8a: case 0x8b: case 0x8c: case 0x8d: case 0x8e: case 0x8f:
        copyWord(sp, sp - (usize(instruction - op.DUP1 + 1) << 5))
        sp += 32
        continue
      case 0x90: case 0x91: case 0x92: case 0x93: case 0x94: case 0x95: case 0x96: case 0x97: case 0x98:
      case 0x99: case 0x9a: case 0x9b: case 0x9c: case 0x9d: case 0x9e: case 0x9f:
        swapWords(sp - 32, sp - 32 - (usize(instruction - op.SWAP1 + 1) << 5))
        continue
      default:
        return leave(frame, ip - 1, sp, gas, exitHost)
    }
  }
}
