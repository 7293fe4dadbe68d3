import { bigIntToUnpaddedBytes } from '@ethereumjs/util'

const opcodes = {
  STOP: 0x00,
  ADD: 0x01,
  MUL: 0x02,
  SUB: 0x03,
  EXP: 0x0a,
  LT: 0x10,
  EQ: 0x14,
  ISZERO: 0x15,
  AND: 0x16,
  KECCAK256: 0x20,
  ADDRESS: 0x30,
  BALANCE: 0x31,
  ORIGIN: 0x32,
  CALLER: 0x33,
  CALLVALUE: 0x34,
  CALLDATALOAD: 0x35,
  CALLDATASIZE: 0x36,
  CALLDATACOPY: 0x37,
  CODECOPY: 0x39,
  GASPRICE: 0x3a,
  EXTCODESIZE: 0x3b,
  RETURNDATASIZE: 0x3d,
  RETURNDATACOPY: 0x3e,
  EXTCODEHASH: 0x3f,
  BLOCKHASH: 0x40,
  COINBASE: 0x41,
  TIMESTAMP: 0x42,
  NUMBER: 0x43,
  PREVRANDAO: 0x44,
  GASLIMIT: 0x45,
  CHAINID: 0x46,
  SELFBALANCE: 0x47,
  BASEFEE: 0x48,
  BLOBHASH: 0x49,
  BLOBBASEFEE: 0x4a,
  POP: 0x50,
  MLOAD: 0x51,
  MSTORE: 0x52,
  MSTORE8: 0x53,
  SLOAD: 0x54,
  SSTORE: 0x55,
  JUMP: 0x56,
  JUMPI: 0x57,
  MSIZE: 0x59,
  GAS: 0x5a,
  JUMPDEST: 0x5b,
  TLOAD: 0x5c,
  TSTORE: 0x5d,
  DUP1: 0x80,
  DUP2: 0x81,
  SWAP1: 0x90,
  LOG0: 0xa0,
  LOG1: 0xa1,
  CREATE: 0xf0,
  CALL: 0xf1,
  CALLCODE: 0xf2,
  RETURN: 0xf3,
  DELEGATECALL: 0xf4,
  CREATE2: 0xf5,
  STATICCALL: 0xfa,
  REVERT: 0xfd,
  INVALID: 0xfe,
  SELFDESTRUCT: 0xff,
} as const

/** An opcode by its name, a number or bytes to push, or bytes as they are. */
export type Item =
  | keyof typeof opcodes
  | number
  | bigint
  | Uint8Array
  | { readonly raw: Uint8Array }

/** Bytecode: opcodes as they are named, numbers and bytes pushed. */
export function assemble(...items: readonly Item[]): Uint8Array {
  return Uint8Array.from(items.flatMap((item) => [...encode(item)]))
}

/** Returns the 32-byte word that these items leave on the stack. */
export function returning(...items: readonly Item[]): Uint8Array {
  return assemble(...items, 0, 'MSTORE', 32, 0, 'RETURN')
}

/** Calls an address with a value and no data; success or not stays on the stack. */
export function sending(to: Uint8Array, value: number): readonly Item[] {
  return [0, 0, 0, 0, value, to, 'GAS', 'CALL']
}

/** Init code that deploys this code. */
export function deploying(code: Uint8Array): Uint8Array {
  const length = Uint8Array.of(code.length >> 8, code.length & 0xff)
  const head = (at: number) => assemble(length, 'DUP1', at, 0, 'CODECOPY', 0, 'RETURN')
  return Uint8Array.of(...head(head(1).length), ...code)
}

function encode(item: Item): Uint8Array {
  if (typeof item === 'string') return Uint8Array.of(opcodes[item])
  if (item instanceof Uint8Array) return Uint8Array.of(0x5f + item.length, ...item)
  if (typeof item === 'object') return item.raw
  // Not PUSH0, which earlier forks lack.
  if (BigInt(item) === 0n) return Uint8Array.of(0x60, 0)
  return encode(bigIntToUnpaddedBytes(BigInt(item)))
}
