import { and64, or64, shiftLeft64, shiftRight64, shiftRightSigned64 } from './instructions.ts'
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

/** The upper limb so many bits further up, with those of the lower one after it. */
function joined(writer: Writer, upper: Limb, lower: Limb, bits: number): Limb {
  if (bits === 0) return upper
  const head = writer.binary(upper, BigInt(bits), shiftLeft64)
  return writer.binary(head, writer.binary(lower, BigInt(64 - bits), shiftRight64), or64)
}
