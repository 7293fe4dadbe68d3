import { latin1Bytes, latin1Text } from './encodings.ts'
import { Memo } from './memo.ts'
import { NodeBuffer } from './nodeBuffer.ts'

/** Up to here the engine keeps bytes among its objects; more of them cost it ten times as much. */
const maxUnpooled = 64

/** The length from which a piece of shared memory is not worth it: it would waste much of its chunk. */
const maxPooled = 1024

/** Small: what is kept for long keeps all of its chunk. */
const chunkBytes = 4096

let chunk = new ArrayBuffer(chunkBytes)
let used = 0

/**
 * Returns a number of zeros, in a piece of shared memory where that is faster. Use it for bytes that live about as
 * long as their neighbours.
 */
export function newBytes(length: number): Uint8Array {
  if (length <= maxUnpooled || length > maxPooled) return new Uint8Array(length)
  if (used + length > chunkBytes) {
    chunk = new ArrayBuffer(chunkBytes)
    used = 0
  }
  const bytes = new Uint8Array(chunk, used, length)
  used += length
  return bytes
}

/** Bytes and numbers as `0x` strings: lower case, `0x` first. */
export type Hex = `0x${string}`

const byteToHex: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, '0'),
)

/** What `toString` and `write` of Node's buffers come to after some calls; all bytes can be asked so. */
interface HexBuffer extends Buffer {
  hexSlice(start: number, end: number): string
  hexWrite(digits: string, at: number, bytes: number): number
}

const { hexSlice, hexWrite } = (NodeBuffer?.prototype ?? {}) as HexBuffer

/** `0x` and two digits for each byte. */
export function bytesToHex(bytes: Uint8Array): Hex {
  return `0x${bytesToDigits(bytes)}`
}

/** Two digits for each byte. */
export function bytesToDigits(bytes: Uint8Array): string {
  if (NodeBuffer !== undefined) return hexSlice.call(bytes, 0, bytes.length)
  let digits = ''
  for (let index = 0; index < bytes.length; index++) digits += byteToHex[bytes[index] as number]
  return digits
}

const digits = new Int8Array(128).fill(-1)
for (let value = 0; value < 16; value++) {
  const digit = value.toString(16)
  digits[digit.charCodeAt(0)] = value
  digits[digit.toUpperCase().charCodeAt(0)] = value
}

/** Fewer digits are read faster one by one. */
const fewDigits = 8

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
    length > fewDigits ? bytesOfManyDigits(start === 0 ? hex : hex.slice(start)) : undefined
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

/**
 * The bytes of `0x` and hex digits, two for each; nothing for any other text. Takes time with the length only: a
 * regular expression of pairs would need a stack for as many.
 */
export function bytesOfHex(text: string): Uint8Array | undefined {
  if (text.length % 2 !== 0 || !/^0x/i.test(text)) return undefined
  try {
    return hexToBytes(text.startsWith('0x') ? text : `0x${text.slice(2)}`)
  } catch {
    return undefined
  }
}

/** Whether the text is `0x` and hex digits, two for each byte. */
export function isHexBytes(text: string): text is Hex {
  return text.length % 2 === 0 && /^0x[0-9a-f]*$/i.test(text)
}

/** The bytes of many hex digits, without `0x`; nothing when they are not that. */
export function bytesOfManyDigits(digits: string): Uint8Array | undefined {
  if (NodeBuffer === undefined || digits.length % 2 !== 0) return undefined
  // Node takes of a character beyond 255 its lower byte, which may be a digit. At what else is none it stops.
  if (NodeBuffer.byteLength(digits) !== digits.length) return undefined
  const bytes = newBytes(digits.length / 2)
  return hexWrite.call(bytes, digits, 0, bytes.length) === bytes.length ? bytes : undefined
}

/** Writes the bytes of an even number of hex digits, which they are, into others from `at` on. */
export function writeDigits(digits: string, bytes: Uint8Array, at: number): void {
  if (NodeBuffer === undefined) bytes.set(hexToBytes(digits), at)
  else hexWrite.call(bytes, digits, at, digits.length / 2)
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

/** The length from which Node's buffers compare bytes faster. */
const manyBytes = 16

/** Whether two byte strings are equal. */
export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  if (left.length !== right.length) return false
  if (NodeBuffer !== undefined && left.length >= manyBytes) {
    return NodeBuffer.compare(left, right) === 0
  }
  for (let index = 0; index < left.length; index++) {
    if (left[index] !== right[index]) return false
  }
  return true
}

/** Some ten megabytes. */
const known = new Memo<string>(50_000)

/** The hex digits of an address or a slot without `0x`; the same ones are asked for again and again. */
export function digitsOf(bytes: Uint8Array): string {
  return digitsOfPacked(latin1Text(bytes))
}

/** The same as `digitsOf`, of bytes packed in a string. */
export function digitsOfPacked(bytes: string): string {
  return known.get(bytes, digitsOfString)
}

function digitsOfString(bytes: string): string {
  return bytesToDigits(latin1Bytes(bytes))
}
