import { bytesToBigInt, bytesToHex, quantity } from '../lib/hex.ts'
import { panicReason } from '../lib/panicReason.ts'

/** Selector of `Error(string)`: what `require` and `revert` with a text give. */
const errorSelector = '0x08c379a0'

/** Selector of `Panic(uint256)`: what failed checks of the compiler give. */
const panicSelector = '0x4e487b71'

/** What revert data say in words: a text or a panic. None for custom errors and other bytes. */
export function revertReason(data: Uint8Array): string | undefined {
  const selector = bytesToHex(data.subarray(0, 4))
  if (selector === errorSelector) return text(data.subarray(4))
  if (selector === panicSelector) return panic(data)
  return undefined
}

/** The code of a panic; none when the revert data are something else. */
export function panicCode(data: Uint8Array): bigint | undefined {
  const isPanic = bytesToHex(data.subarray(0, 4)) === panicSelector
  return isPanic ? word(data.subarray(4), 0n) : undefined
}

/** An ABI-encoded string. Padding after it may be missing. */
function text(encoded: Uint8Array): string | undefined {
  const offset = word(encoded, 0n)
  const length = offset === undefined ? undefined : word(encoded, offset)
  if (offset === undefined || length === undefined) return undefined
  const start = offset + 32n
  if (start + length > BigInt(encoded.length)) return undefined
  return new TextDecoder().decode(encoded.subarray(Number(start), Number(start + length)))
}

function panic(data: Uint8Array): string | undefined {
  const code = panicCode(data)
  if (code === undefined) return undefined
  return panicReason(code) ?? `unknown panic code: ${quantity(code)}`
}

/** The number in the 32 bytes at `offset`; none when the data end before. */
function word(encoded: Uint8Array, offset: bigint): bigint | undefined {
  if (offset + 32n > BigInt(encoded.length)) return undefined
  return bytesToBigInt(encoded.subarray(Number(offset), Number(offset) + 32))
}
