import * as v from 'valibot'
import { type Hex, hexToBytes, numberToBytes } from '../../lib/hex.ts'
import { Problem, parsed, refined } from './parsed.ts'

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
