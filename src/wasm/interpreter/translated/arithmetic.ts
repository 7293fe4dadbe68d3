import {
  add64,
  and64,
  divide64,
  isBelow64,
  isZero64,
  multiply64,
  otherwise,
  remainder64,
  shiftRight64,
  subtract64,
} from './instructions.ts'
import { shiftLeftBy, shiftRightBy } from './shifts.ts'
import { constantValue, type Limb, smallValue, Value } from './value.ts'
import type { Writer } from './writer.ts'

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

/** By a number of at most 32 bits. */
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
