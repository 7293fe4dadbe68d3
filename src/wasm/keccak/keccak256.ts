import { latin1Text, writeLatin1 } from '../../lib/encodings.ts'
import { bytesToHex, type Hex } from '../../lib/hex.ts'
import { found, foundItem, hashBytes, memory, withRoom } from './module.ts'

/** Keccak-256 of the bytes, 32 bytes. */
export function keccak256(input: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(hashBytes)
  bytes.set(hash(input))
  return bytes
}

/** Keccak-256 as a string of 32 characters from 0 to 255, which takes less time than the bytes and then a string of them. */
export function keccak256String(input: Uint8Array): string {
  return latin1Text(hash(input))
}

/** Keccak-256 as `0x` and 64 digits. */
export function keccak256Hex(input: Uint8Array): Hex {
  return bytesToHex(hash(input))
}

function hash(input: Uint8Array): Uint8Array {
  const { length } = input
  const core = withRoom(length)
  memory.set(input)
  core.hash(length)
  return found
}

/** Keccak-256 of a byte for each character, which are from 0 to 255, as `keccak256String`. */
export function keccak256Text(text: string): string {
  hashText(text)
  return latin1Text(found)
}

/** The RLP of `keccak256Text`, 33 characters. */
export function keccak256Item(text: string): string {
  hashText(text)
  return latin1Text(foundItem)
}

function hashText(text: string): void {
  const { length } = text
  const core = withRoom(length)
  writeLatin1(text, memory)
  core.hash(length)
}
