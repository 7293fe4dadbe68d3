import {
  add64,
  and32,
  and64,
  divide64,
  extend32,
  isBelow64,
  isBelowSigned64,
  isEqual64,
  isNotEqual64,
  isZero64,
  multiply64,
  or32,
  or64,
  otherwise,
  remainder64,
  shiftLeft64,
  shiftRight64,
  shiftRightSigned64,
  subtract64,
  xor64,
} from './instructions.ts'
import { constantValue, type Limb, smallValue, Value } from './value.ts'
import type { Writer } from './writer.ts'

/** SHL by a constant. */
export function shiftLeftBy(writer: Writer, value: Value, bits: number): Value {
  return new Value(
    [0, 1, 2, 3].map((index) => {
      const from = index - (bits >> 6)
      return joined(writer, limbAt(writer, value, from), limbAt(writer, value, from - 1), bits & 63)
    }),
  )
}

/** SHR by a constant. */
export function shiftRightBy(writer: Writer, value: Value, bits: number): Value {
  return new Value(
    [0, 1, 2, 3].map((index) => {
      const from = index + (bits >> 6)
      const upper = limbAt(writer, value, from + 1)
      const lower = limbAt(writer, value, from)
      return (bits & 63) === 0 ? lower : joined(writer, upper, lower, 64 - (bits & 63))
    }),
  )
}

/** SAR by a constant. */
export function shiftRightSignedBy(writer: Writer, value: Value, bits: number): Value {
  const highest = writer.stack.limb(value, 3)
  const sign = writer.binary(highest, 63n, shiftRightSigned64)
  const at = (index: number) => (index > 3 ? sign : writer.stack.limb(value, index))
  return new Value(
    [0, 1, 2, 3].map((index) => {
      const from = index + (bits >> 6)
      const lower = at(from)
      return (bits & 63) === 0 ? lower : joined(writer, at(from + 1), lower, 64 - (bits & 63))
    }),
  )
}

/** BYTE with a constant index. */
export function pickByte(writer: Writer, value: Value, index: number): Value {
  const fromBelow = 31 - index
  const limb = writer.stack.limb(value, fromBelow >> 3)
  const shifted = writer.binary(limb, BigInt(8 * (fromBelow & 7)), shiftRight64)
  return smallValue(writer.binary(shifted, 0xffn, and64))
}

/** SIGNEXTEND from a constant byte, at most the 30th. */
export function extendSign(writer: Writer, value: Value, index: number): Value {
  const at = index >> 3
  const bits = BigInt(56 - 8 * (index & 7))
  const raised = writer.binary(writer.stack.limb(value, at), bits, shiftLeft64)
  const sign = writer.binary(raised, 63n, shiftRightSigned64)
  const limbs: Limb[] = []
  for (let limb = 0; limb < 4; limb++) {
    if (limb < at) limbs.push(writer.stack.limb(value, limb))
    else limbs.push(limb === at ? writer.binary(raised, bits, shiftRightSigned64) : sign)
  }
  return new Value(limbs)
}

/** What a shift by a constant gives; undefined for one that is none. */
export function shiftBy(
  writer: Writer,
  [by, value]: readonly [Value, Value],
  shift: (writer: Writer, value: Value, bits: number) => Value,
): Value | undefined {
  const bits = by.constant
  if (bits === undefined) return undefined
  if (bits < 256n) return shift(writer, value, Number(bits))
  return shift === shiftRightSignedBy ? shift(writer, value, 255) : constantValue(0n)
}

function limbAt(writer: Writer, value: Value, index: number): Limb {
  return index < 0 || index > 3 ? 0n : writer.stack.limb(value, index)
}

/** Shifts the upper limb up by a number of bits and fills in the lower one. */
function joined(writer: Writer, upper: Limb, lower: Limb, bits: number): Limb {
  if (bits === 0) return upper
  const head = writer.binary(upper, BigInt(bits), shiftLeft64)
  return writer.binary(head, writer.binary(lower, BigInt(64 - bits), shiftRight64), or64)
}

type Binary = (writer: Writer, left: Value, right: Value) => Value

/** ADD. */
export const add: Binary = (writer, left, right) => chain(writer, left, right, addLimbs)

/** SUB. */
export const subtract: Binary = (writer, left, right) => chain(writer, left, right, subtractLimbs)

type ChainStep = (
  writer: Writer,
  limbs: { x: Limb; y: Limb; carry: Limb; isLast: boolean },
) => { result: Limb; carry: Limb }

/** Works from the lowest limb on, with what one carries to the next. */
function chain(writer: Writer, left: Value, right: Value, step: ChainStep): Value {
  const results: Limb[] = []
  let carry: Limb = 0n
  for (let index = 0; index < 4; index++) {
    const x = writer.stack.limb(left, index)
    const y = writer.stack.limb(right, index)
    const done = step(writer, { x, y, carry, isLast: index === 3 })
    results.push(done.result)
    carry = done.carry
  }
  return new Value(results)
}

const addLimbs: ChainStep = (writer, { x, y, carry, isLast }) => {
  const first = sumOf(writer, x, y)
  const second = sumOf(writer, first.result, carry)
  if (isLast) return { result: second.result, carry: 0n }
  // Only one of the two can carry.
  return { result: second.result, carry: either(writer, first.carry(), second.carry()) }
}

interface Sum {
  readonly result: Limb
  /** Makes out whether it is more than 64 bits. */
  carry(): Limb
}

function sumOf(writer: Writer, x: Limb, y: Limb): Sum {
  if (y === 0n) return { result: x, carry: () => 0n }
  if (x === 0n) return { result: y, carry: () => 0n }
  if (typeof x === 'bigint' && typeof y === 'bigint') {
    return { result: BigInt.asUintN(64, x + y), carry: () => (x + y) >> 64n }
  }
  const result = writer.binary(x, y, add64)
  return { result, carry: () => writer.flag(result, y, isBelow64) }
}

const subtractLimbs: ChainStep = (writer, { x, y, carry, isLast }) => {
  const first = differenceOf(writer, x, y)
  const second = differenceOf(writer, first.result, carry)
  if (isLast) return { result: second.result, carry: 0n }
  return { result: second.result, carry: either(writer, first.carry(), second.carry()) }
}

function differenceOf(writer: Writer, x: Limb, y: Limb): Sum {
  if (y === 0n) return { result: x, carry: () => 0n }
  if (typeof x === 'bigint' && typeof y === 'bigint') {
    return { result: BigInt.asUintN(64, x - y), carry: () => (x < y ? 1n : 0n) }
  }
  const result = writer.binary(x, y, subtract64)
  return { result, carry: () => writer.flag(x, y, isBelow64) }
}

function either(writer: Writer, one: Limb, other: Limb): Limb {
  if (one === 0n) return other
  if (other === 0n) return one
  if (one === 1n || other === 1n) return 1n
  return writer.binary(one, other, add64)
}

/** MUL, unless it takes more code than it is worth. */
export const multiply: (writer: Writer, left: Value, right: Value) => Value | undefined = (
  writer,
  left,
  right,
) => {
  const [one, other] = left.constant === undefined ? [left, right] : [right, left]
  const factor = other.constant
  if (factor !== undefined) {
    if (one.constant !== undefined) return constantValue(one.constant * factor)
    if (factor === 0n) return constantValue(0n)
    if ((factor & (factor - 1n)) === 0n) return shiftLeftBy(writer, one, bitLength(factor) - 1)
    if (factor < 2n ** 32n && !one.isSmall) return multiplyBy(writer, one, factor)
  }
  if (!left.isSmall || !right.isSmall) return undefined
  const x = writer.stack.limb(left, 0)
  const y = writer.stack.limb(right, 0)
  const low = writer.binary(x, y, multiply64)
  return new Value([low, upperProduct(writer, x, y), 0n, 0n])
}

/** Multiplies by a number of at most 32 bits. */
function multiplyBy(writer: Writer, value: Value, factor: bigint): Value {
  const results: Limb[] = []
  let carry: Limb = 0n
  for (let index = 0; index < 4; index++) {
    const limb = writer.stack.limb(value, index)
    if (limb === 0n) {
      results.push(carry)
      carry = 0n
      continue
    }
    const low = writer.binary(limb, factor, multiply64)
    const sum = sumOf(writer, low, carry)
    results.push(sum.result)
    if (index === 3) break
    // What the limb gives to the next is below 2^32, so that adding 1 to it loses nothing.
    const start = writer.binary(writer.binary(limb, 0xffffffffn, and64), factor, multiply64)
    const end = writer.binary(writer.binary(limb, 32n, shiftRight64), factor, multiply64)
    const middle = writer.binary(end, writer.binary(start, 32n, shiftRight64), add64)
    const upper = writer.binary(middle, 32n, shiftRight64)
    carry = sumOf(writer, upper, sum.carry()).result
  }
  return new Value(results)
}

/** The upper half of a product of limbs. */
function upperProduct(writer: Writer, x: Limb, y: Limb): Limb {
  const low = (limb: Limb) => writer.binary(limb, 0xffffffffn, and64)
  const high = (limb: Limb) => writer.binary(limb, 32n, shiftRight64)
  const times = (one: Limb, other: Limb) => writer.binary(one, other, multiply64)
  const plus = (one: Limb, other: Limb) => writer.binary(one, other, add64)
  const [xLow, xHigh, yLow, yHigh] = [low(x), high(x), low(y), high(y)]
  const middle = plus(times(xHigh, yLow), high(times(xLow, yLow)))
  const other = plus(times(xLow, yHigh), low(middle))
  return plus(plus(times(xHigh, yHigh), high(middle)), high(other))
}

/** DIV, where that is simple. */
export function divide(writer: Writer, left: Value, right: Value): Value | undefined {
  const by = right.constant
  if (by !== undefined && by !== 0n && (by & (by - 1n)) === 0n) {
    return shiftRightBy(writer, left, bitLength(by) - 1)
  }
  return left.isSmall && right.isSmall ? divideSmall(writer, left, right, divide64) : undefined
}

/** MOD, where that is simple. */
export function remainder(writer: Writer, left: Value, right: Value): Value | undefined {
  const by = right.constant
  if (by !== undefined && by !== 0n && (by & (by - 1n)) === 0n) {
    const mask = constantValue(by - 1n)
    const limbs = mask.limbs.map((limb, index) =>
      limb === 0n ? 0n : writer.binary(writer.stack.limb(left, index), limb as Limb, and64),
    )
    return new Value(limbs)
  }
  return left.isSmall && right.isSmall ? divideSmall(writer, left, right, remainder64) : undefined
}

function divideSmall(writer: Writer, left: Value, right: Value, instruction: number): Value {
  const { stack, body } = writer
  const x = stack.limb(left, 0)
  const y = stack.limb(right, 0)
  const result = stack.local()
  stack.put(y)
  body.add(isZero64)
  body.if()
  body.const64(0n)
  body.set(result)
  body.add(otherwise)
  stack.put(x)
  stack.put(y)
  body.add(instruction)
  body.set(result)
  body.end()
  return smallValue(result)
}

function bitLength(value: bigint): number {
  return value.toString(2).length
}

/** AND, OR or XOR: the instruction on each limb. */
export function bitwise(writer: Writer, left: Value, right: Value, instruction: number): Value {
  const limbs = [0, 1, 2, 3].map((index) => {
    const [x, y] = [left.limbs[index], right.limbs[index]]
    // What a mask takes away need not be loaded.
    if (instruction === and64 && (x === 0n || y === 0n)) return 0n
    return writer.binary(
      writer.stack.limb(left, index),
      writer.stack.limb(right, index),
      instruction,
    )
  })
  return new Value(limbs)
}

/** NOT. */
export function not(writer: Writer, value: Value): Value {
  return bitwise(writer, value, constantValue(2n ** 256n - 1n), xor64)
}

/** Puts on WebAssembly's stack whether a word is not zero. */
export function putIsTrue(writer: Writer, value: Value): void {
  putAllLimbs(writer, writer.stack.limbs(value))
  writer.body.const64(0n)
  writer.body.add(isNotEqual64)
}

/** ISZERO. */
export function isZero(writer: Writer, value: Value): Value {
  if (value.constant !== undefined) return constantValue(value.constant === 0n ? 1n : 0n)
  putAllLimbs(writer, writer.stack.limbs(value))
  writer.body.add(isZero64, extend32)
  return smallValue(writer.stack.keep())
}

/** EQ. */
export function isEqual(writer: Writer, left: Value, right: Value): Value {
  const differences = [0, 1, 2, 3].map((index) =>
    writer.binary(writer.stack.limb(left, index), writer.stack.limb(right, index), xor64),
  )
  return isZero(writer, new Value(differences))
}

/** LT and GT. */
export function isBelow(writer: Writer, left: Value, right: Value): Value {
  return compare(writer, left, right, isBelow64)
}

/** SLT and SGT. */
export function isBelowSigned(writer: Writer, left: Value, right: Value): Value {
  return compare(writer, left, right, isBelowSigned64)
}

/** Compares limbs from the lowest on: the highest that differ decide. `highest` compares the uppermost ones. */
function compare(writer: Writer, left: Value, right: Value, highest: number): Value {
  const { body, stack } = writer
  if (left.constant !== undefined && right.constant !== undefined) {
    return smallValue(compareConstants(left.constant, right.constant, highest) ? 1n : 0n)
  }
  const [x, y] = [stack.limbs(left), stack.limbs(right)]
  stack.put(x[0])
  stack.put(y[0])
  body.add(isBelow64)
  for (let index = 1; index < 4; index++) {
    const [one, other] = [x[index] as Limb, y[index] as Limb]
    if (one === 0n && other === 0n) continue
    stack.put(one)
    stack.put(other)
    body.add(isEqual64, and32)
    const instruction = index === 3 ? highest : isBelow64
    if (other === 0n && instruction === isBelow64) continue
    stack.put(one)
    stack.put(other)
    body.add(instruction, or32)
  }
  body.add(extend32)
  return smallValue(stack.keep())
}

function compareConstants(left: bigint, right: bigint, instruction: number): boolean {
  if (instruction === isBelow64) return left < right
  return BigInt.asIntN(256, left) < BigInt.asIntN(256, right)
}

/** Puts on WebAssembly's stack all bits that any limb has. */
export function putAllLimbs({ stack, body }: Writer, limbs: readonly Limb[]): void {
  const [first = 0n, ...others] = limbs.filter((limb) => limb !== 0n)
  stack.put(first)
  for (const limb of others) {
    stack.put(limb)
    body.add(or64)
  }
}
