import { newBytes } from './newBytes.ts'
import { NodeBuffer } from './nodeBuffer.ts'

/** Bytes and numbers as `0x` strings: lower case, `0x` first. */
export type Hex = `0x${string}`

const byteToHex: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, '0'),
)

/** From so many Node's buffers are eight times as fast. */
const manyBytes = 64

/** What `toString` of Node's buffers comes to after some calls: hex is made a few hundred times in a short test. */
interface TextBuffer extends Buffer {
  latin1Slice(start: number, end: number): string
  hexSlice(start: number, end: number): string
}

/** The characters of fewer bytes, and the same memory by pairs of them. */
const pairs = new Uint16Array(1 + manyBytes)
const characters = NodeBuffer?.from(pairs.buffer) as TextBuffer | undefined
characters?.write('0x', 'latin1')
const hexSlice = characters?.hexSlice

/** By bytes: their two digits as they stand in memory. */
const digitPairs = new Uint16Array(
  Uint8Array.from(byteToHex.join(''), (digit) => digit.charCodeAt(0)).buffer,
)

/** `0x` and two digits for each byte. */
export function bytesToHex(bytes: Uint8Array): Hex {
  if (characters === undefined || hexSlice === undefined) return joinedHex(bytes)
  if (bytes.length >= manyBytes) return `0x${hexSlice.call(bytes, 0, bytes.length)}`
  for (let index = 0; index < bytes.length; index++) {
    pairs[index + 1] = digitPairs[bytes[index] as number] as number
  }
  return characters.latin1Slice(0, 2 + 2 * bytes.length) as Hex
}

function joinedHex(bytes: Uint8Array): Hex {
  let hex = '0x'
  for (let index = 0; index < bytes.length; index++) hex += byteToHex[bytes[index] as number]
  return hex as Hex
}

const digits = new Int8Array(128).fill(-1)
for (let value = 0; value < 16; value++) {
  const digit = value.toString(16)
  digits[digit.charCodeAt(0)] = value
  digits[digit.toUpperCase().charCodeAt(0)] = value
}

/** From so many on Node's buffers are faster. */
const manyDigits = 128

/**
 * The bytes of an even number of hex digits, with or without `0x`.
 * Throws a `RangeError` for an odd length or a character that is no hex digit.
 */
export function hexToBytes(hex: string): Uint8Array {
  const start = hex.startsWith('0x') ? 2 : 0
  const length = hex.length - start
  if (length % 2 !== 0) throw new RangeError(`hex string of odd length ${length}`)
  // What is no digit the rest finds.
  const many =
    length >= manyDigits ? bytesOfManyDigits(start === 0 ? hex : hex.slice(start)) : undefined
  if (many !== undefined) return many
  const bytes = newBytes(length / 2)
  for (let index = 0; index < bytes.length; index++) {
    const at = start + index * 2
    const high = digits[hex.charCodeAt(at)] ?? -1
    const low = digits[hex.charCodeAt(at + 1)] ?? -1
    if (high < 0 || low < 0) throw new RangeError(`invalid hex digit at position ${at}`)
    bytes[index] = (high << 4) | low
  }
  return bytes
}

/** The bytes of many hex digits, without `0x`; nothing when they are not that. */
export function bytesOfManyDigits(digits: string): Uint8Array | undefined {
  if (NodeBuffer === undefined || digits.length % 2 !== 0) return undefined
  // Node takes of a character beyond 255 its lower byte, which may be a digit. At what else is none it stops.
  if (NodeBuffer.byteLength(digits) !== digits.length) return undefined
  const bytes = newBytes(digits.length / 2)
  const { buffer, byteOffset, length } = bytes
  const written = NodeBuffer.from(buffer, byteOffset, length).write(digits, 'hex')
  return written === length ? bytes : undefined
}

/** A number without leading zeros: the JSON-RPC "quantity". */
export function quantity(value: bigint | number): Hex {
  return `0x${value.toString(16)}`
}

/** Big-endian bytes of a non-negative number, padded to `length` bytes on the left. */
export function numberToBytes(value: bigint | number, length: number): Uint8Array {
  if (length >= 4 && value <= 0xffffffff) {
    const bytes = new Uint8Array(length)
    let rest = Number(value)
    for (let at = length - 1; rest > 0; at--, rest >>>= 8) bytes[at] = rest & 255
    return bytes
  }
  const hex = value.toString(16)
  if (hex.length > length * 2) throw new RangeError(`${value} does not fit into ${length} bytes`)
  return hexToBytes(hex.padStart(length * 2, '0'))
}

/** The number that big-endian bytes stand for; no bytes are 0. */
export function bytesToBigInt(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(bytesToHex(bytes))
}

/** Whether two byte strings are equal. */
export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  if (left.length !== right.length) return false
  for (let index = 0; index < left.length; index++) {
    if (left[index] !== right[index]) return false
  }
  return true
}
