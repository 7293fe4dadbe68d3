import type { ExecResult } from '@ethereumjs/evm'
import { reasonOf } from '../lib/errors.ts'
import { opcodeName, opcodeOf } from './opcodes.ts'
import { doneBy, type RunState } from './privateMembers.ts'

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

const returnDataCopy = 0x3e

/** Why an execution failed, in geth's words; none when it did not. */
export function haltReason(result: ExecResult): string | undefined {
  const { exceptionError } = result
  if (exceptionError === undefined) return undefined
  const reason: string = exceptionError.error
  const plain = plainReasons[reason]
  if (plain !== undefined) return plain
  // It is made when it is asked for, and takes long.
  const { runState } = result
  if (reason === 'out of gas') return outOfGas(runState)
  if (reason.startsWith('invalid JUMP')) return 'invalid jump destination'
  if (runState === undefined) return reason
  const { opCode, stack } = runState
  if (reason === 'invalid opcode') return `invalid opcode: ${opcodeName(opCode)}`
  if (reason === 'stack underflow') {
    return `stack underflow (${stack.length} <=> ${opcodeOf(opCode)?.takes ?? 0})`
  }
  return reason
}

/** Why a frame failed, in geth's words, with what a precompile refuses; none when it did not. */
export function frameError(result: ExecResult, isPrecompile: boolean): string | undefined {
  switch (result.exceptionError?.error) {
    case 'code store out of gas':
      // On Frontier code that cannot be paid is left out, and that is all.
      return undefined
    case 'revert':
      // What EthereumJS says of input that a precompile does not take.
      return isPrecompile ? 'precompiled failed' : 'execution reverted'
    default:
      return haltReason(result)
  }
}

/** EthereumJS says so of two more cases: no gas to store a contract, and data that are not there to be copied. */
function outOfGas(runState: RunState | undefined): string {
  if (runState === undefined) return 'out of gas'
  const { opCode, gasLeft } = runState
  const hasReturned = doneBy(runState).returnValue !== undefined
  if (hasReturned) return 'contract creation code storage out of gas'
  return opCode === returnDataCopy && gasLeft > 0n ? 'return data out of bounds' : 'out of gas'
}

/** EthereumJS ends its messages with a dump of what it looked at: a machine, a block or a transaction. */
const dump = / \((?:vm hf=|tx type=|block (?:header )?number=)/

/** What went wrong by what EthereumJS threw, without its dumps. */
export function plainReason(cause: unknown): string {
  return reasonOf(cause).split(dump)[0] as string
}
