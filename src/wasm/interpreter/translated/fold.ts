import {
  add64,
  and64,
  isBelow64,
  multiply64,
  or64,
  shiftLeft64,
  shiftRight64,
  shiftRightSigned64,
  subtract64,
  xor64,
} from './instructions.ts'
import type { Limb } from './value.ts'

const ones = 2n ** 64n - 1n

const meanings: ReadonlyMap<number, (x: bigint, y: bigint) => bigint> = new Map([
  [add64, (x: bigint, y: bigint) => x + y],
  [subtract64, (x: bigint, y: bigint) => x - y],
  [multiply64, (x: bigint, y: bigint) => x * y],
  [and64, (x: bigint, y: bigint) => x & y],
  [or64, (x: bigint, y: bigint) => x | y],
  [xor64, (x: bigint, y: bigint) => x ^ y],
  [shiftLeft64, (x: bigint, y: bigint) => x << y],
  [shiftRight64, (x: bigint, y: bigint) => x >> y],
  [shiftRightSigned64, (x: bigint, y: bigint) => BigInt.asIntN(64, x) >> y],
  [isBelow64, (x: bigint, y: bigint) => (x < y ? 1n : 0n)],
])

/** What an instruction gives, where that needs none. */
export function fold(x: Limb, y: Limb, instruction: number): Limb | undefined {
  if (typeof x === 'bigint' && typeof y === 'bigint') {
    const meaning = meanings.get(instruction)
    return meaning && BigInt.asUintN(64, meaning(x, y))
  }
  switch (instruction) {
    case add64:
    case or64:
    case xor64:
      if (x === 0n) return y
      if (y === 0n) return x
      return instruction === or64 && (x === ones || y === ones) ? ones : undefined
    case and64:
      if (x === 0n || y === 0n) return 0n
      if (x === ones) return y
      return y === ones ? x : undefined
    case multiply64:
      if (x === 0n || y === 0n) return 0n
      if (x === 1n) return y
      return y === 1n ? x : undefined
    case subtract64:
    case shiftLeft64:
    case shiftRight64:
    case shiftRightSigned64:
      return y === 0n || (x === 0n && instruction !== subtract64) ? x : undefined
    default:
      return undefined
  }
}
