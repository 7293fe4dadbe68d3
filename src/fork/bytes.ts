import { latin1Text } from '../lib/encodings.ts'
import { bytesToHex, type Hex, hexToBytes, numberToBytes } from '../lib/hex.ts'

/** Bytes as the store has them; see `RemoteStore`. */
export function packHex(hex: Hex): string {
  return latin1Text(hexToBytes(hex))
}

/** The hex of what the store has. */
export function hexOf(bytes: string): Hex {
  return bytesToHex(Uint8Array.from(bytes, (character) => character.charCodeAt(0)))
}

/** A number of 32 bytes. */
export function packWord(value: bigint): string {
  return latin1Text(numberToBytes(value, 32))
}

/** A number without zeros in front; no bytes for zero. */
export function packNumber(value: bigint): string {
  const digits = value.toString(16)
  return value === 0n ? '' : packHex(`0x${digits.length % 2 === 0 ? '' : '0'}${digits}`)
}
