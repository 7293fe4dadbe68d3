import { putAllLimbs } from './arithmetic.ts'
import {
  add32,
  isNotBelow64,
  isNotEqual64,
  or32,
  store8From64,
  vector,
  vectorConst,
  vectorExtract64,
  vectorLoad,
  vectorReplace64,
  vectorShuffle,
  vectorSplat64,
  vectorStore,
  wrap64,
} from './instructions.ts'
import { offsetOf } from './stack.ts'
import type { Step } from './trace.ts'
import { Value } from './value.ts'
import type { Writer } from './writer.ts'

const wordBytes = 32n

/** Turns 16 bytes around. */
const reversal = Array.from({ length: 16 }, (_, index) => 15 - index)

/** MLOAD. */
export function loadWord(writer: Writer, step: Step): void {
  const { stack, body, registers } = writer
  reach(writer, step, wordBytes)
  putAddress(writer, stack.pop())
  body.set(registers.address)
  const limbs = [0, 1, 2, 3].map(() => stack.local())
  for (const half of [0, 1]) {
    body.get(registers.address)
    body.vectorAccess(vectorLoad, half * 16)
    reverse(writer)
    body.set(registers.half)
    for (const lane of [0, 1]) {
      body.get(registers.half)
      body.add(vector, vectorExtract64, lane)
      body.set(limbs[lane + (half === 0 ? 2 : 0)] as number)
    }
  }
  stack.push(new Value(limbs))
}

/** MSTORE. */
export function storeWord(writer: Writer, step: Step): void {
  const { stack, body, registers } = writer
  reach(writer, step, wordBytes)
  putAddress(writer, stack.pop())
  body.set(registers.address)
  const value = stack.pop()
  for (const half of [0, 1]) {
    body.get(registers.address)
    putHalf(writer, value, half)
    body.vectorAccess(vectorStore, half * 16)
  }
}

/** MSTORE8. */
export function storeByte(writer: Writer, step: Step): void {
  const { stack, body } = writer
  reach(writer, step, 1n)
  putAddress(writer, stack.pop())
  stack.put(stack.limb(stack.pop(), 0))
  body.access(store8From64, 0)
}

/** Puts 16 bytes of a word on WebAssembly's stack as they stand in memory, the upper ones as the first half. */
function putHalf(writer: Writer, value: Value, half: number): void {
  const { stack, body, registers } = writer
  const [low, high] = half === 0 ? [2, 3] : [0, 1]
  if (value.home !== undefined && value.limbs[low] === undefined) {
    body.get(registers.base)
    body.vectorAccess(vectorLoad, offsetOf(value.home) + low * 8)
    reverse(writer)
    return
  }
  const [x, y] = [stack.limb(value, low), stack.limb(value, high)]
  if (typeof x === 'bigint' && typeof y === 'bigint') {
    body.add(vector, vectorConst, ...bytesOf(y), ...bytesOf(x))
    return
  }
  stack.put(x)
  body.add(vector, vectorSplat64)
  stack.put(y)
  body.add(vector, vectorReplace64, 1)
  reverse(writer)
}

/** The highest comes first. */
function bytesOf(limb: bigint): number[] {
  return Array.from({ length: 8 }, (_, index) => Number((limb >> BigInt(56 - 8 * index)) & 0xffn))
}

/** Turns the 16 bytes on WebAssembly's stack around. */
function reverse({ body, registers }: Writer): void {
  body.tee(registers.half)
  body.get(registers.half)
  body.add(vector, vectorShuffle, ...reversal)
}

/** Puts the address of an offset that is in memory on WebAssembly's stack. */
function putAddress({ stack, body, registers }: Writer, offset: Value): void {
  body.get(registers.memory)
  stack.put(stack.limb(offset, 0))
  body.add(wrap64, add32)
}

/** Makes memory reach an access of `length` bytes at the topmost item. */
function reach(writer: Writer, { pc, gasBefore }: Step, length: bigint): void {
  const { stack, body, registers } = writer
  const offset = stack.peek(0)
  const constant = offset.constant
  if (constant !== undefined && constant + length <= writer.knownMemory) return
  const [low, ...others] = stack.limbs(offset)
  const above = others.filter((limb) => limb !== 0n)
  stack.settle()
  stack.put(low)
  body.get(registers.room)
  body.add(isNotBelow64)
  if (above.length > 0) {
    putAllLimbs(writer, above)
    body.const64(0n)
    body.add(isNotEqual64, or32)
  }
  body.if()
  body.get(registers.frame)
  stack.put(low)
  putAllLimbs(writer, above)
  body.const64(length)
  body.get(registers.gas)
  writer.call('grow')
  writer.takeGas(pc, gasBefore)
  body.end()
  // It is below 2^32 where this goes on.
  for (const index of [1, 2, 3]) offset.limbs[index] = 0n
  if (constant !== undefined) writer.knownMemory = Number(constant + length)
}
