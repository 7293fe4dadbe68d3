import { panicCode, revertReason } from '../../../execution/executionErrors.ts'
import { bytesToHex, quantity } from '../../../lib/hex.ts'
import type { StackTrace, StackTraceEntry } from './entries.ts'

/** Hardhat's words for the panic codes of Solidity, which its matchers look for. */
const panicReasons: ReadonlyMap<bigint, string> = new Map([
  [0x01n, 'Assertion error'],
  [0x11n, 'Arithmetic operation overflowed outside of an unchecked block'],
  [0x12n, 'Division or modulo division by zero'],
  [0x21n, 'Tried to convert a value into an enum, but the value was too big or negative'],
  [0x22n, 'Incorrectly encoded storage byte array'],
  [0x31n, '.pop() was called on an empty array'],
  [0x32n, 'Array accessed at an out-of-bounds or negative index'],
  [0x41n, 'Too much memory was allocated, or an array was created that is too large'],
  [0x51n, 'Called a zero-initialized variable of internal function type'],
])

const exception = 'VM Exception while processing transaction:'
const silent = 'Transaction reverted without a reason string'

/** What Hardhat says of revert data. */
export function revertText(data: Uint8Array): string {
  if (data.length === 0) return silent
  const code = panicCode(data)
  if (code !== undefined) return panicText(code)
  const reason = revertReason(data)
  if (reason !== undefined) return `${exception} reverted with reason string '${reason}'`
  const hex = bytesToHex(data)
  if (hex.startsWith('0x08c379a0'))
    return `${exception} Expected return data to contain a valid string`
  return `${exception} reverted with an unrecognized custom error (return data: ${hex})`
}

/** What Hardhat says of an execution that ends otherwise than by a revert; `failure` in the words of geth or EthereumJS. */
export function haltText(failure: string): string {
  if (failure.startsWith('invalid opcode')) return `${exception} invalid opcode`
  const isTooLarge =
    failure.startsWith('max code size') || failure.startsWith('code size to deposit')
  return isTooLarge
    ? 'Transaction reverted: trying to deploy a contract whose code is too large'
    : silent
}

/** What Hardhat says of a failure whose stack trace it has; its matchers look for these words. */
export function traceText(trace: StackTrace | undefined): string | undefined {
  const last = trace?.at(-1)
  const reverted = last && entryText(last)
  return reverted ?? (last && withTransaction(last))
}

function panicText(code: bigint): string {
  const reason = panicReasons.get(code)
  return reason === undefined
    ? `${exception} reverted with unknown panic code ${quantity(code)}`
    : `${exception} reverted with panic code ${quantity(code)} (${reason})`
}

/** Errors of a contract. */
function entryText(entry: StackTraceEntry): string | undefined {
  switch (entry.type) {
    case 'REVERT_ERROR':
    case 'UNRECOGNIZED_CREATE_ERROR':
    case 'UNRECOGNIZED_CONTRACT_ERROR':
      return entry.data.length === 0 && entry.isInvalidOpcode
        ? `${exception} invalid opcode`
        : revertText(entry.data)
    case 'PANIC_ERROR':
      return panicText(entry.code)
    case 'CUSTOM_ERROR':
      return `${exception} ${entry.message}`
    case 'OTHER_EXECUTION_ERROR':
      return "Transaction reverted and Hardhat couldn't infer the reason."
    case 'UNMAPPED_SOLC_0_6_3_REVERT_ERROR':
      return `${silent} and without a valid sourcemap provided by the compiler. Some line numbers may be off. We strongly recommend upgrading solc and always using revert reasons.`
    default:
      return undefined
  }
}

/** What the compiler or the chain refuses. */
function withTransaction(entry: StackTraceEntry): string | undefined {
  const reason = refusalOf(entry)
  return reason === undefined ? undefined : `Transaction reverted: ${reason}`
}

function refusalOf(entry: StackTraceEntry): string | undefined {
  switch (entry.type) {
    case 'PRECOMPILE_ERROR':
      return `call to precompile ${entry.precompile} failed`
    case 'FUNCTION_NOT_PAYABLE_ERROR':
      return `non-payable function was called with value ${entry.value}`
    case 'INVALID_PARAMS_ERROR':
      return 'function was called with incorrect parameters'
    case 'FALLBACK_NOT_PAYABLE_ERROR':
      return `fallback function is not payable and was called with value ${entry.value}`
    case 'FALLBACK_NOT_PAYABLE_AND_NO_RECEIVE_ERROR':
      return `there's no receive function, fallback function is not payable and was called with value ${entry.value}`
    case 'UNRECOGNIZED_FUNCTION_WITHOUT_FALLBACK_ERROR':
      return "function selector was not recognized and there's no fallback function"
    case 'MISSING_FALLBACK_OR_RECEIVE_ERROR':
      return "function selector was not recognized and there's no fallback nor receive function"
    case 'RETURNDATA_SIZE_ERROR':
      return 'function returned an unexpected amount of data'
    case 'NONCONTRACT_ACCOUNT_CALLED_ERROR':
      return 'function call to a non-contract account'
    case 'CALL_FAILED_ERROR':
      return 'function call failed to execute'
    case 'DIRECT_LIBRARY_CALL_ERROR':
      return 'library was called directly'
    case 'CONTRACT_TOO_LARGE_ERROR':
      return 'trying to deploy a contract whose code is too large'
    case 'CONTRACT_CALL_RUN_OUT_OF_GAS_ERROR':
      return 'contract call run out of gas and made the transaction revert'
    default:
      return undefined
  }
}
