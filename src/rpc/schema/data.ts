import { type Hex, hexToBytes } from '../../lib/hex.ts'
import { digitsOf, Problem, parsed } from './parsed.ts'

/** Digits of whole bytes after `0x`. */
function byteDigits(text: string): string | Problem {
  const digits = digitsOf(text)
  if (digits instanceof Problem) return digits
  return digits.length % 2 === 0 ? digits : new Problem('hex string of odd length')
}

/** The bytes of a text as most are: to look at it before takes half as long again. Nothing for all others, wrong ones among them. */
function plainBytes(text: string): Uint8Array | undefined {
  if (!text.startsWith('0x') || text.length % 2 !== 0) return undefined
  try {
    return hexToBytes(text)
  } catch {
    return undefined
  }
}

/** The bytes of digits after `0x`. */
export function parseData(text: string): Uint8Array | Problem {
  const plain = plainBytes(text)
  if (plain !== undefined) return plain
  const digits = byteDigits(text)
  return digits instanceof Problem ? digits : hexToBytes(digits)
}

/** Bytes of any number: the JSON-RPC "data". */
export const data = parsed(parseData)

/** Up to `most` bytes, such as the beginning of a hash. */
export function shortData(most: number) {
  return parsed((text) => {
    const digits = byteDigits(text)
    if (digits instanceof Problem || digits.length <= most * 2) {
      return digits instanceof Problem ? digits : hexToBytes(digits)
    }
    return new Problem(`hex string has length ${digits.length}, want at most ${most * 2}`)
  })
}

/** Digits of exactly `length` bytes; `type` is geth's name for such a value. */
function fixedDigits(text: string, length: number, type: string): string | Problem {
  const digits = byteDigits(text)
  if (digits instanceof Problem || digits.length === length * 2) return digits
  return new Problem(`hex string has length ${digits.length}, want ${length * 2} for ${type}`)
}

/** Exactly `length` bytes of digits after `0x`. */
export function parseFixedData(text: string, length: number, type: string): Uint8Array | Problem {
  const plain = text.length === 2 + 2 * length ? plainBytes(text) : undefined
  if (plain !== undefined) return plain
  const digits = fixedDigits(text, length, type)
  return digits instanceof Problem ? digits : hexToBytes(digits)
}

/** Exactly `length` bytes. */
export function fixedData(length: number, type: string) {
  return parsed((text) => parseFixedData(text, length, type))
}

/** Exactly `length` bytes, as lower-case hex: a key. */
export function fixedHex(length: number, type: string) {
  return parsed((text): Hex | Problem => {
    const digits = fixedDigits(text, length, type)
    return digits instanceof Problem ? digits : `0x${digits.toLowerCase()}`
  })
}
