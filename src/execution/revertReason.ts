import { bytesToBigInt, bytesToHex, quantity } from '../lib/hex.ts'

/** Selector of `Error(string)`: what `require` and `revert` with a text give. */
const errorSelector = '0x08c379a0'

/** Selector of `Panic(uint256)`: what failed checks of the compiler give. */
const panicSelector = '0x4e487b71'

/** geth's words for the panic codes of Solidity. */
const panicReasons: ReadonlyMap<bigint, string> = new Map([
  [0x00n, 'generic panic'],
  [0x01n, 'assert(false)'],
  [0x11n, 'arithmetic underflow or overflow'],
  [0x12n, 'division or modulo by zero'],
  [0x21n, 'enum overflow'],
  [0x22n, 'invalid encoded storage byte array accessed'],
  [0x31n, 'out-of-bounds array access; popping on an empty array'],
  [0x32n, 'out-of-bounds access of an array or bytesN'],
  [0x41n, 'out of memory'],
  [0x51n, 'uninitialized function'],
])

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
  return panicReasons.get(code) ?? `unknown panic code: ${quantity(code)}`
}

/** The number in the 32 bytes at `offset`; none when the data end before. */
function word(encoded: Uint8Array, offset: bigint): bigint | undefined {
  if (offset + 32n > BigInt(encoded.length)) return undefined
  return bytesToBigInt(encoded.subarray(Number(offset), Number(offset) + 32))
}
