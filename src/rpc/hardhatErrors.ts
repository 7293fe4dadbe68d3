import { ExecutionReverted } from '../execution/executionErrors.ts'
import { panicCode, revertReason } from '../execution/revertReason.ts'
import { bytesToHex, quantity } from '../lib/hex.ts'
import type { Receipt } from '../types/transaction.ts'
import { RpcError } from './rpcError.ts'

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

/** What Hardhat's node says of revert data. */
function revertText(data: Uint8Array): string {
  if (data.length === 0) return 'Transaction reverted without a reason string'
  const code = panicCode(data)
  if (code !== undefined) {
    const reason = panicReasons.get(code) ?? 'Unknown panic code'
    return `${exception} reverted with panic code ${quantity(code)} (${reason})`
  }
  const reason = revertReason(data)
  if (reason !== undefined) return `${exception} reverted with reason string '${reason}'`
  const hex = bytesToHex(data)
  return `${exception} reverted with an unrecognized custom error (return data: ${hex})`
}

/** An error as Hardhat's node tells it: reverts in its words, with an object as data. */
export function asHardhat(thrown: unknown): unknown {
  if (thrown instanceof ExecutionReverted) {
    const message = `Error: ${revertText(thrown.data)}`
    return new RpcError(-32603, message, { message, data: bytesToHex(thrown.data) })
  }
  if (thrown instanceof Error && thrown.name === 'UnknownAccount') {
    return new RpcError(-32000, thrown.message.replace(/^u/, 'U'))
  }
  return thrown
}

/** What Hardhat's node says when nobody knows the method. */
export function unknownToHardhat(method: string): RpcError {
  return new RpcError(-32004, `Method ${method} is not supported`)
}

/** Hardhat's node refuses a transaction that has failed, though it is on the chain. */
export function transactionFailed({ transaction, output, failure }: Receipt): RpcError {
  const isReverted = output.length > 0 || failure === undefined || failure.includes('revert')
  const text = isReverted ? revertText(output) : `${exception} ${failure}`
  const message = `Error: ${text}`
  const data = { message, txHash: transaction.hash, data: bytesToHex(output) }
  return new RpcError(-32603, message, data)
}
