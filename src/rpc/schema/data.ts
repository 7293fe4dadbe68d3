import * as v from 'valibot'
import { type Hex, hexToBytes, numberToBytes } from '../../lib/hex.ts'
import { digitsOf, Problem, parsed, refined } from './parsed.ts'

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
function parseFixedData(text: string, length: number, type: string): Uint8Array | Problem {
  const plain = text.length === 2 + 2 * length ? plainBytes(text) : undefined
  if (plain !== undefined) return plain
  const digits = fixedDigits(text, length, type)
  return digits instanceof Problem ? digits : hexToBytes(digits)
}

/** Exactly `length` bytes. */
function fixedData(length: number, type: string) {
  return parsed((text) => parseFixedData(text, length, type))
}

/** Exactly `length` bytes, as lower-case hex: a key. */
function fixedHex(length: number, type: string) {
  return parsed((text): Hex | Problem => {
    const digits = fixedDigits(text, length, type)
    return digits instanceof Problem ? digits : `0x${digits.toLowerCase()}`
  })
}

/** The bytes of an address. Upper and lower case are equal: no checksum is asked for. */
export function parseAddress(text: string): Uint8Array | Problem {
  return parseFixedData(text, 20, 'common.Address')
}

/** 20 bytes. */
export const address = parsed(parseAddress)

/** An address as a key: lower-case hex. */
export const addressKey = fixedHex(20, 'common.Address')

/** A hash as a key to look up: 32 bytes as lower-case hex. */
export const hash32 = fixedHex(32, 'common.Hash')

/** 32 bytes. */
export const bytes32 = fixedData(32, 'common.Hash')

/** What the schema reads, with or without `0x`. */
export function unprefixed<const schema extends v.GenericSchema<string, unknown>>(schema: schema) {
  return v.pipe(
    v.string('expected a string'),
    v.transform((text) => (/^0x/i.test(text) ? text : `0x${text}`)),
    schema,
  )
}

/** What a header can hold. */
const maxExtraBytes = 32

/** What a blob transaction comes with (EIP-4844): 4096 numbers, and points of a curve. */
export const blob = fixedData(131_072, 'kzg4844.Blob')
export const commitment = fixedData(48, 'kzg4844.Commitment')
export const proof = fixedData(48, 'kzg4844.Proof')

/** Bytes that a block's builder puts into its header. */
export const extraData = v.pipe(
  data,
  refined((bytes) =>
    bytes.length > maxExtraBytes
      ? new Problem(`${bytes.length} bytes, the limit is ${maxExtraBytes}`)
      : bytes,
  ),
)

/** 32 bytes; geth takes their digits without `0x`. */
export const privateKey = v.pipe(
  v.string('expected a string'),
  v.transform((text) => (/^0x/i.test(text) ? text : `0x${text}`)),
  bytes32,
)

const slotDigits = 64
const hexDigits = /^[0-9a-f]*$/i

/** A slot of an account's storage: 32 bytes, and how the client wrote it. */
export interface StorageSlot {
  readonly slot: Uint8Array
  readonly key: Hex
  /** Why a strict reader would refuse it; none: it is hex. */
  readonly looseness?: string | undefined
}

/** Hex of at most 32 bytes, with or without `0x` and leading zeros: geth's way to read slots. */
const hexSlot = parsed((text): StorageSlot | Problem => {
  const digits = /^0x/i.test(text) ? text.slice(2) : text
  if (digits.length > slotDigits) {
    return new Problem('storage key too long (want at most 32 bytes)')
  }
  if (!hexDigits.test(digits)) return new Problem('invalid hex in storage key')
  const slot = digits.toLowerCase().padStart(slotDigits, '0')
  // EIP-1186 answers a key as it was asked: all 32 bytes, or a quantity.
  const key: Hex =
    digits.length > slotDigits - 2 ? `0x${slot}` : `0x${BigInt(`0x${slot}`).toString(16)}`
  const isEmpty = text === ''
  return {
    slot: hexToBytes(slot),
    key,
    ...(isEmpty && { looseness: 'Storage slot argument cannot be an empty string' }),
  }
})

const numberSlot = v.pipe(
  v.number('expected a hex string or a number'),
  refined((value): StorageSlot | Problem =>
    Number.isSafeInteger(value) && value >= 0
      ? {
          slot: numberToBytes(value, 32),
          key: `0x${value.toString(16)}`,
          looseness: `Storage slot argument must be a string, got '${value}'`,
        }
      : new Problem('expected a whole number from 0 to 2^53 - 1'),
  ),
)

export const storageSlot = v.lazy((input) => (typeof input === 'string' ? hexSlot : numberSlot))
