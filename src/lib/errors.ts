/** geth's words for the panic codes of Solidity. */
const reasons: ReadonlyMap<bigint, string> = new Map([
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

/** What the code of a panic means; none when Solidity has no such code. */
export function panicReason(code: bigint): string | undefined {
  return reasons.get(code)
}

/** Options of an error as ES2022 has them, for users whose `lib` is older. */
export interface Caused {
  readonly cause?: unknown
}

/** What was thrown, in words. */
export function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
