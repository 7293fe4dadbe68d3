/** The opcodes that tell what a compiler meant. */
export const opcodes = {
  lessThan: 0x10,
  isZero: 0x15,
  callDataSize: 0x36,
  codeSize: 0x38,
  codeCopy: 0x39,
  extCodeSize: 0x3b,
  jump: 0x56,
  jumpIf: 0x57,
  jumpDestination: 0x5b,
  push0: 0x5f,
  push1: 0x60,
  push32: 0x7f,
  duplicate1: 0x80,
  create: 0xf0,
  call: 0xf1,
  callCode: 0xf2,
  delegateCall: 0xf4,
  create2: 0xf5,
  staticCall: 0xfa,
  revert: 0xfd,
  invalid: 0xfe,
} as const

/** Whether it calls another contract, or creates one. */
export function beginsFrame(opcode: number): boolean {
  return (
    (opcode >= opcodes.create && opcode <= opcodes.callCode) ||
    opcode === opcodes.delegateCall ||
    opcode === opcodes.create2 ||
    opcode === opcodes.staticCall
  )
}
