// In place of EthereumJS's functions over bytes, whose module makes 65,536 BigInts as it is loaded: 9 to 13 ms of CPU of
// a test file's 100 to 130. `test/scripts/bytesStandIn.test.ts` compares each with the original.
import { greater, lesser } from '../../src/lib/bigints.ts'
import { utf8Text } from '../../src/lib/encodings.ts'
import {
  bytesToHex,
  digitsOf,
  equalBytes,
  type Hex,
  bytesToBigInt as readBigInt,
  hexToBytes as readHex,
} from '../../src/lib/hex.ts'

export { randomBytes, utf8ToBytes } from '@noble/hashes/utils.js'
export { bytesToHex }
export const bytesToUnprefixedHex = digitsOf
export const equalsBytes = equalBytes
export const bytesToUtf8 = utf8Text

function isHex(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x[0-9a-fA-F]*$/.test(value)
}

function even(digits: string): string {
  return digits.length % 2 === 0 ? digits : `0${digits}`
}

function requireBytes(value: unknown): void {
  if (!(value instanceof Uint8Array)) throw new Error(`${value} is not a Uint8Array`)
}

export function unprefixedHexToBytes(digits: string): Uint8Array {
  return readHex(`0x${even(digits)}`)
}

export function hexToBytes(hex: string): Uint8Array {
  if (!hex.startsWith('0x')) throw new Error(`${hex} has no prefix 0x`)
  return unprefixedHexToBytes(hex.slice(2))
}

export function hexToBigInt(hex: string): bigint {
  return bytesToBigInt(unprefixedHexToBytes(isHex(hex) ? hex.slice(2) : hex))
}

export function bytesToBigInt(bytes: Uint8Array, littleEndian = false): bigint {
  requireBytes(bytes)
  return readBigInt(littleEndian ? bytes.slice().reverse() : bytes)
}

export function bytesToInt(bytes: Uint8Array): number {
  const value = Number(bytesToBigInt(bytes))
  if (!Number.isSafeInteger(value)) throw new Error('the number exceeds 53 bits')
  return value
}

export function intToHex(value: number): Hex {
  if (Number.isSafeInteger(value) && value >= 0) return `0x${value.toString(16)}`
  throw new Error(`${value} is not a safe integer of at least 0`)
}

export function intToBytes(value: number): Uint8Array {
  return hexToBytes(intToHex(value))
}

export function bigIntToHex(value: bigint): Hex {
  return `0x${value.toString(16)}`
}

export function bigIntToBytes(value: bigint, littleEndian = false): Uint8Array {
  const bytes = unprefixedHexToBytes(value.toString(16))
  return littleEndian ? bytes.reverse() : bytes
}

interface LengthOptions {
  readonly allowTruncate?: boolean
}

function withLength(
  bytes: Uint8Array,
  length: number,
  { allowTruncate = false }: LengthOptions,
  isRight: boolean,
): Uint8Array {
  requireBytes(bytes)
  if (bytes.length === length) return bytes
  if (bytes.length > length) {
    if (!allowTruncate) throw new Error(`${bytes.length} bytes are more than ${length}`)
    return isRight ? bytes.subarray(0, length) : bytes.subarray(-length)
  }
  const padded = new Uint8Array(length)
  padded.set(bytes, isRight ? 0 : length - bytes.length)
  return padded
}

export function setLengthLeft(
  bytes: Uint8Array,
  length: number,
  options: LengthOptions = {},
): Uint8Array {
  return withLength(bytes, length, options, false)
}

export function setLengthRight(
  bytes: Uint8Array,
  length: number,
  options: LengthOptions = {},
): Uint8Array {
  return withLength(bytes, length, options, true)
}

export function unpadBytes(bytes: Uint8Array): Uint8Array {
  requireBytes(bytes)
  const first = bytes.findIndex((byte) => byte !== 0)
  return first === -1 ? new Uint8Array() : bytes.slice(first)
}

export function intToUnpaddedBytes(value: number): Uint8Array {
  return unpadBytes(intToBytes(value))
}

export function bigIntToUnpaddedBytes(value: bigint): Uint8Array {
  return unpadBytes(bigIntToBytes(value))
}

export function bigIntToAddressBytes(value: bigint, strict = true): Uint8Array {
  return setLengthLeft(bigIntToBytes(value), 20, { allowTruncate: !strict })
}

export function toBytes(value: unknown): Uint8Array {
  if (value === null || value === undefined) return new Uint8Array()
  if (Array.isArray(value) || value instanceof Uint8Array) return Uint8Array.from(value)
  if (isHex(value)) return hexToBytes(value)
  if (typeof value === 'number') return intToBytes(value)
  if (typeof value === 'bigint' && value >= 0n) return bigIntToBytes(value)
  const { toBytes: ofObject } = Object(value)
  if (typeof ofObject === 'function') return ofObject.call(value)
  throw new Error(`${String(value)} cannot be written as bytes`)
}

export function addHexPrefix(text: string): string {
  return typeof text !== 'string' || isHex(text) ? text : `0x${text}`
}

export function short(value: Uint8Array | string, maxLength = 50): string {
  const text = value instanceof Uint8Array ? bytesToHex(value) : value
  const length = text.startsWith('0x') ? maxLength + 2 : maxLength
  return text.length <= length ? text : `${text.slice(0, length)}…`
}

export function validateNoLeadingZeroes(values: Readonly<Record<string, Uint8Array | undefined>>) {
  for (const [name, value] of Object.entries(values)) {
    if (value?.[0] === 0) {
      throw new Error(`${name} cannot have leading zeroes, received: ${bytesToHex(value)}`)
    }
  }
}

export function bigIntMax(...values: readonly bigint[]): bigint {
  return values.reduce(greater)
}

export function bigIntMin(...values: readonly bigint[]): bigint {
  return values.reduce(lesser)
}

export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts
  if (parts.length === 1 && only !== undefined) return only
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

export function bytesToInt32(bytes: Uint8Array, littleEndian = false): number {
  const whole = bytes.length < 4 ? withLength(bytes, 4, {}, littleEndian) : bytes
  return new DataView(whole.buffer, whole.byteOffset).getUint32(0, littleEndian)
}

export function int32ToBytes(value: number, littleEndian = false): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value, littleEndian)
  return bytes
}

/** Bits of a byte begin with the highest. */
export function bytesToBits(bytes: Uint8Array, length = bytes.length * 8): number[] {
  return Array.from({ length }, (_, bit) => ((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1)
}

export function bitsToBytes(bits: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(bits.length / 8))
  for (const [index, bit] of bits.entries()) {
    bytes[index >> 3] = (bytes[index >> 3] ?? 0) | (bit << (7 - (index & 7)))
  }
  return bytes
}

export function matchingBitsLength(left: readonly number[], right: readonly number[]): number {
  const length = Math.min(left.length, right.length)
  const first = left.findIndex((bit, index) => index >= length || bit !== right[index])
  return first === -1 ? length : first
}

export function equalsBits(left: readonly number[], right: readonly number[]): boolean {
  return left.length === right.length && matchingBitsLength(left, right) === left.length
}
