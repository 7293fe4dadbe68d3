import type { ExecResult } from '@ethereumjs/evm'

type RunState = NonNullable<ExecResult['runState']>

/** How EthereumJS names what ended an execution, and how geth does where there is nothing to add. */
const plainReasons: Readonly<Record<string, string>> = {
  revert: 'execution reverted',
  'code store out of gas': 'contract creation code storage out of gas',
  'code size to deposit exceeds maximum code size': 'max code size exceeded',
  'stack overflow': 'stack limit reached 1024 (1023)',
  'static state change': 'write protection',
  'create collision': 'contract address collision',
  'insufficient balance': 'insufficient balance for transfer',
  'invalid bytecode deployed': 'invalid code: must not begin with 0xef',
  'initcode exceeds max initcode size': 'max initcode size exceeded',
}

/** Names of opcodes that not every fork has; geth tells the name even where there is no such opcode. */
const opcodeNames: Readonly<Record<number, string>> = {
  27: 'SHL',
  28: 'SHR',
  29: 'SAR',
  30: 'CLZ',
  61: 'RETURNDATASIZE',
  62: 'RETURNDATACOPY',
  63: 'EXTCODEHASH',
  70: 'CHAINID',
  71: 'SELFBALANCE',
  72: 'BASEFEE',
  73: 'BLOBHASH',
  74: 'BLOBBASEFEE',
  92: 'TLOAD',
  93: 'TSTORE',
  94: 'MCOPY',
  95: 'PUSH0',
  244: 'DELEGATECALL',
  245: 'CREATE2',
  250: 'STATICCALL',
  253: 'REVERT',
  254: 'INVALID',
}

const returnDataCopy = 0x3e

/** Stack items that an opcode takes where that is not one of the families DUP, SWAP and LOG. */
const takenItems: readonly (readonly [items: number, ...opcodes: number[]])[] = [
  [1, 0x15, 0x19, 0x1e, 0x31, 0x35, 0x3b, 0x3f, 0x40, 0x49, 0x50, 0x51, 0x54, 0x56, 0x5c, 0xff],
  [2, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x0a, 0x0b, 0x10, 0x11, 0x12, 0x13, 0x14, 0x16],
  [2, 0x17, 0x18, 0x1a, 0x1b, 0x1c, 0x1d, 0x20, 0x52, 0x53, 0x55, 0x57, 0x5d, 0xf3, 0xfd],
  [3, 0x08, 0x09, 0x37, 0x39, 0x3e, 0x5e, 0xf0],
  [4, 0x3c, 0xf5],
  [6, 0xf4, 0xfa],
  [7, 0xf1, 0xf2],
]

const taken = new Map(
  takenItems.flatMap(([items, ...opcodes]) => opcodes.map((opcode) => [opcode, items] as const)),
)

/** Why an execution failed, in geth's words; none when it did not. */
export function haltReason({ exceptionError, runState }: ExecResult): string | undefined {
  if (exceptionError === undefined) return undefined
  const reason: string = exceptionError.error
  if (reason === 'out of gas') return outOfGas(runState)
  if (reason.startsWith('invalid JUMP')) return 'invalid jump destination'
  if (runState === undefined) return plainReasons[reason] ?? reason
  const { opCode, stack } = runState
  if (reason === 'invalid opcode') return `invalid opcode: ${opcodeName(opCode)}`
  if (reason === 'stack underflow') return `stack underflow (${stack.length} <=> ${needed(opCode)})`
  return plainReasons[reason] ?? reason
}

/** EthereumJS says so of two more cases: no gas to store a contract, and data that are not there to be copied. */
function outOfGas(runState: RunState | undefined): string {
  if (runState === undefined) return 'out of gas'
  const { interpreter, opCode, gasLeft } = runState
  const hasReturned = interpreter._result.returnValue !== undefined
  if (hasReturned) return 'contract creation code storage out of gas'
  return opCode === returnDataCopy && gasLeft > 0n ? 'return data out of bounds' : 'out of gas'
}

function opcodeName(opcode: number): string {
  return opcodeNames[opcode] ?? `opcode 0x${opcode.toString(16)} not defined`
}

function needed(opcode: number): number {
  if (opcode >= 0x80 && opcode <= 0x8f) return opcode - 0x7f
  if (opcode >= 0x90 && opcode <= 0x9f) return opcode - 0x8e
  if (opcode >= 0xa0 && opcode <= 0xa4) return opcode - 0x9e
  return taken.get(opcode) ?? 0
}
