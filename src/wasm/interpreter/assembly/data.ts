// What a frame copies from: call data, code, and what the last call returned.
import {
  callDataAt, callDataSizeAt, codeAt, codeSizeAt, memoryAt, returnDataSizeAt,
} from '../layout'
import { endOf, expand, wordsOf } from './memory'
import { baseGasOf } from './opcodeTable'
import { CALLDATACOPY, CODECOPY, MCOPY } from './opcodes'
import { clamped, isSmall, setSmall, swapBytes } from './word'

/** The host keeps what calls return: copies `length` bytes of it from `offset` on, which are there. */
// @ts-ignore: decorator
@external("host", "copyReturnData")
declare function copyReturnData(to: usize, offset: u32, length: u32): void

const scratch = memory.data(32, 16)
/** A word for each number of bytes, with that many of the lowest ones set. */
const masks = memory.data(33 * 32, 16)

export function fillMasks(): void {
  for (let count: usize = 0; count <= 32; count++) memory.fill(masks + (count << 5), 0xff, count)
}

/** Puts the `count` bytes at `from` as a number. Reads a word that ends where they do. */
// @ts-ignore: decorator
@inline
export function pushBytes(to: usize, from: usize, count: usize): void {
  swapBytes(to, from + count - 32)
  const mask = masks + (count << 5)
  v128.store(to, v128.and(v128.load(to), v128.load(mask)))
  v128.store(to, v128.and(v128.load(to, 16), v128.load(mask, 16)), 16)
}

/** Puts the word of call data at the offset that stands at `at` in its place; what is not there is zero. */
export function loadCallData(frame: usize, at: usize): void {
  const size = load<u32>(frame, callDataSizeAt)
  const offset = clamped(at)
  const from: usize = load<u32>(frame, callDataAt)
  if (offset + 32 <= u64(size) && offset < u64(size)) {
    swapBytes(at, from + usize(offset))
  } else if (offset >= u64(size)) {
    setSmall(at, 0)
  } else {
    copyPadded(scratch, 32, from, size, offset)
    swapBytes(at, scratch)
  }
}

/** Whether what RETURNDATACOPY wants has been returned. */
export function isReturned(frame: usize, sp: usize): bool {
  const present = u64(load<u32>(frame, returnDataSizeAt))
  const offset = clamped(sp - 64)
  return offset <= present && clamped(sp - 96) <= present - offset
}

/**
 * CALLDATACOPY, CODECOPY, RETURNDATACOPY and MCOPY. Gives what is left of the gas: a negative number when
 * it does not suffice, and nothing has been done then.
 */
export function copy(frame: usize, instruction: i32, sp: usize, gas: i64): i64 {
  const to = clamped(sp - 32)
  const from = clamped(sp - 64)
  const length = clamped(sp - 96)
  gas -= baseGasOf(instruction) + 3 * wordsOf(length)
  gas = expand(frame, endOf(instruction == MCOPY ? max(to, from) : to, length), gas)
  // A copy of nothing may be anywhere.
  if (gas < 0 || length == 0) return gas
  const start: usize = load<u32>(frame, memoryAt)
  const target = start + usize(to)
  if (instruction == CALLDATACOPY) {
    const size = load<u32>(frame, callDataSizeAt)
    copyPadded(target, usize(length), load<u32>(frame, callDataAt), size, from)
  } else if (instruction == CODECOPY) {
    copyPadded(target, usize(length), load<u32>(frame, codeAt), load<u32>(frame, codeSizeAt), from)
  } else if (instruction == MCOPY) {
    memory.copy(target, start + usize(from), usize(length))
  } else {
    copyReturnData(target, u32(from), u32(length))
  }
  return gas
}

/** Copies as many bytes as are there from `offset` on in the `size` bytes at `from`, and zeros after them. */
function copyPadded(to: usize, length: usize, from: usize, size: usize, offset: u64): void {
  const start = usize(min<u64>(offset, u64(size)))
  const present = min<usize>(length, size - start)
  memory.copy(to, from + start, present)
  memory.fill(to + present, 0, length - present)
}
