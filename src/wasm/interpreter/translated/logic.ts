import {
  and32,
  and64,
  extend32,
  isBelow64,
  isBelowSigned64,
  isEqual64,
  isNotEqual64,
  isZero64,
  or32,
  or64,
  xor64,
} from './instructions.ts'
import { constantValue, type Limb, smallValue, Value } from './value.ts'
import type { Writer } from './writer.ts'

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

/** From the lowest limb on: the highest that differ decide. `highest` compares the uppermost ones. */
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
