import type { Common } from '@ethereumjs/common'
import type { Core } from './core.ts'
import { stackLimit } from './layout.ts'

/** What EthereumJS knows of an opcode under its rules. */
export interface OpcodeEntry {
  readonly opcodeInfo: {
    readonly fee: number
    readonly dynamicGas: boolean
    readonly isInvalid: boolean
  }
}

/** Stack items that opcodes take and give. */
type Effect = readonly [takes: number, gives: number, ...opcodes: number[]]

/** The opcodes that run without the host. */
const effects: readonly Effect[] = [
  // STOP, JUMPDEST
  [0, 0, 0x00, 0x5b],
  // ADD MUL SUB DIV SDIV MOD SMOD, EXP SIGNEXTEND
  [2, 1, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x0a, 0x0b],
  // ADDMOD MULMOD
  [3, 1, 0x08, 0x09],
  // LT GT SLT SGT EQ, AND OR XOR, BYTE SHL SHR SAR, KECCAK256
  [2, 1, 0x10, 0x11, 0x12, 0x13, 0x14, 0x16, 0x17, 0x18, 0x1a, 0x1b, 0x1c, 0x1d, 0x20],
  // ISZERO NOT CLZ, CALLDATALOAD MLOAD
  [1, 1, 0x15, 0x19, 0x1e, 0x35, 0x51],
  // ADDRESS ORIGIN CALLER CALLVALUE CALLDATASIZE CODESIZE GASPRICE RETURNDATASIZE
  [0, 1, 0x30, 0x32, 0x33, 0x34, 0x36, 0x38, 0x3a, 0x3d],
  // COINBASE TIMESTAMP NUMBER PREVRANDAO GASLIMIT CHAINID BASEFEE, PC MSIZE GAS, PUSH0
  [0, 1, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x48, 0x58, 0x59, 0x5a, 0x5f],
  // CALLDATACOPY CODECOPY RETURNDATACOPY MCOPY
  [3, 0, 0x37, 0x39, 0x3e, 0x5e],
  // POP JUMP
  [1, 0, 0x50, 0x56],
  // JUMPI RETURN REVERT
  [2, 0, 0x57, 0xf3, 0xfd],
  // MSTORE MSTORE8: their gas needs one item, and they look for the other once it is paid.
  [1, 0, 0x52, 0x53],
  ...Array.from({ length: 32 }, (_, index): Effect => [0, 1, 0x60 + index]),
  ...Array.from({ length: 16 }, (_, index): Effect => [index + 1, index + 2, 0x80 + index]),
  ...Array.from({ length: 16 }, (_, index): Effect => [index + 2, index + 2, 0x90 + index]),
]

/**
 * Tells the core which opcodes there are under the rules, and what they cost. What it does not run
 * itself is left to the host, which then pays for it and looks at the stack.
 */
export function writeOpcodeTable(
  core: Core,
  common: Common,
  opcodes: readonly OpcodeEntry[],
): void {
  const { exports } = core
  exports.clearOpcodes(Number(common.param('expByteGas')))
  for (const [opcode, { opcodeInfo }] of opcodes.entries()) {
    if (!opcodeInfo.isInvalid) exports.setOpcode(opcode, 0, 0, 0, stackLimit)
  }
  for (const [takes, gives, ...run] of effects) {
    for (const opcode of run) {
      const { fee, dynamicGas, isInvalid } = (opcodes[opcode] as OpcodeEntry).opcodeInfo
      if (isInvalid) continue
      const most = stackLimit - Math.max(0, gives - takes)
      exports.setOpcode(opcode, dynamicGas ? 0 : fee, fee, takes, most)
    }
  }
}
