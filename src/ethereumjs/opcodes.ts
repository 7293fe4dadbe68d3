/** An instruction as the yellow paper and the EIPs after it list it. */
export interface Opcode {
  /** geth's name. */
  readonly name: string
  /** Stack items that it needs. */
  readonly takes: number
}

type Row = readonly [opcode: number, name: string, takes: number]

/** The opcodes without the families PUSH, DUP, SWAP and LOG. */
const rows: readonly Row[] = [
  [0x00, 'STOP', 0],
  [0x01, 'ADD', 2],
  [0x02, 'MUL', 2],
  [0x03, 'SUB', 2],
  [0x04, 'DIV', 2],
  [0x05, 'SDIV', 2],
  [0x06, 'MOD', 2],
  [0x07, 'SMOD', 2],
  [0x08, 'ADDMOD', 3],
  [0x09, 'MULMOD', 3],
  [0x0a, 'EXP', 2],
  [0x0b, 'SIGNEXTEND', 2],
  [0x10, 'LT', 2],
  [0x11, 'GT', 2],
  [0x12, 'SLT', 2],
  [0x13, 'SGT', 2],
  [0x14, 'EQ', 2],
  [0x15, 'ISZERO', 1],
  [0x16, 'AND', 2],
  [0x17, 'OR', 2],
  [0x18, 'XOR', 2],
  [0x19, 'NOT', 1],
  [0x1a, 'BYTE', 2],
  [0x1b, 'SHL', 2],
  [0x1c, 'SHR', 2],
  [0x1d, 'SAR', 2],
  [0x1e, 'CLZ', 1],
  [0x20, 'KECCAK256', 2],
  [0x30, 'ADDRESS', 0],
  [0x31, 'BALANCE', 1],
  [0x32, 'ORIGIN', 0],
  [0x33, 'CALLER', 0],
  [0x34, 'CALLVALUE', 0],
  [0x35, 'CALLDATALOAD', 1],
  [0x36, 'CALLDATASIZE', 0],
  [0x37, 'CALLDATACOPY', 3],
  [0x38, 'CODESIZE', 0],
  [0x39, 'CODECOPY', 3],
  [0x3a, 'GASPRICE', 0],
  [0x3b, 'EXTCODESIZE', 1],
  [0x3c, 'EXTCODECOPY', 4],
  [0x3d, 'RETURNDATASIZE', 0],
  [0x3e, 'RETURNDATACOPY', 3],
  [0x3f, 'EXTCODEHASH', 1],
  [0x40, 'BLOCKHASH', 1],
  [0x41, 'COINBASE', 0],
  [0x42, 'TIMESTAMP', 0],
  [0x43, 'NUMBER', 0],
  // geth has kept this name for what has been PREVRANDAO since the merge.
  [0x44, 'DIFFICULTY', 0],
  [0x45, 'GASLIMIT', 0],
  [0x46, 'CHAINID', 0],
  [0x47, 'SELFBALANCE', 0],
  [0x48, 'BASEFEE', 0],
  [0x49, 'BLOBHASH', 1],
  [0x4a, 'BLOBBASEFEE', 0],
  [0x50, 'POP', 1],
  [0x51, 'MLOAD', 1],
  [0x52, 'MSTORE', 2],
  [0x53, 'MSTORE8', 2],
  [0x54, 'SLOAD', 1],
  [0x55, 'SSTORE', 2],
  [0x56, 'JUMP', 1],
  [0x57, 'JUMPI', 2],
  [0x58, 'PC', 0],
  [0x59, 'MSIZE', 0],
  [0x5a, 'GAS', 0],
  [0x5b, 'JUMPDEST', 0],
  [0x5c, 'TLOAD', 1],
  [0x5d, 'TSTORE', 2],
  [0x5e, 'MCOPY', 3],
  [0x5f, 'PUSH0', 0],
  [0xf0, 'CREATE', 3],
  [0xf1, 'CALL', 7],
  [0xf2, 'CALLCODE', 7],
  [0xf3, 'RETURN', 2],
  [0xf4, 'DELEGATECALL', 6],
  [0xf5, 'CREATE2', 4],
  [0xfa, 'STATICCALL', 6],
  [0xfd, 'REVERT', 2],
  [0xfe, 'INVALID', 0],
  [0xff, 'SELFDESTRUCT', 1],
]

/** A family: `count` opcodes from `first` on, the nth of which is made from n, counted from 1. */
function family(first: number, count: number, make: (nth: number) => Opcode): [number, Opcode][] {
  return Array.from({ length: count }, (_, index) => [first + index, make(index + 1)])
}

const opcodes: ReadonlyMap<number, Opcode> = new Map([
  ...rows.map(([opcode, name, takes]): [number, Opcode] => [opcode, { name, takes }]),
  ...family(0x60, 32, (nth) => ({ name: `PUSH${nth}`, takes: 0 })),
  ...family(0x80, 16, (nth) => ({ name: `DUP${nth}`, takes: nth })),
  ...family(0x90, 16, (nth) => ({ name: `SWAP${nth}`, takes: nth + 1 })),
  ...family(0xa0, 5, (nth) => ({ name: `LOG${nth - 1}`, takes: nth + 1 })),
])

/** What an opcode is on the forks that have it; nothing for those of no fork. */
export function opcodeOf(opcode: number): Opcode | undefined {
  return opcodes.get(opcode)
}

/** geth's name of an opcode, also used on forks without the opcode. */
export function opcodeName(opcode: number): string {
  return opcodes.get(opcode)?.name ?? `opcode 0x${opcode.toString(16)} not defined`
}
