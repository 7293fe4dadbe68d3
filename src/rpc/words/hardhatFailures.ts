import { panicCode, revertReason } from '../../execution/revertReason.ts'
import { bytesToHex, type Hex, quantity } from '../../lib/hex.ts'
import type { Receipt } from '../../types/transaction.ts'
import { RpcError } from '../rpcError.ts'

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
export function revertText(data: Uint8Array): string {
  if (data.length === 0) return 'Transaction reverted without a reason string'
  const code = panicCode(data)
  if (code !== undefined) {
    const reason = panicReasons.get(code)
    const known = `${exception} reverted with panic code ${quantity(code)} (${reason})`
    return reason === undefined
      ? `${exception} reverted with unknown panic code ${quantity(code)}`
      : known
  }
  const reason = revertReason(data)
  if (reason !== undefined) return `${exception} reverted with reason string '${reason}'`
  const hex = bytesToHex(data)
  if (hex.startsWith('0x08c379a0'))
    return `${exception} Expected return data to contain a valid string`
  return `${exception} reverted with an unrecognized custom error (return data: ${hex})`
}

/** What Hardhat's node says of an execution that ends otherwise than by a revert; `failure` in the words of geth or EthereumJS. */
export function haltText(failure: string): string {
  if (failure.startsWith('invalid opcode')) return `${exception} invalid opcode`
  const isTooLarge =
    failure.startsWith('max code size') || failure.startsWith('code size to deposit')
  return isTooLarge
    ? 'Transaction reverted: trying to deploy a contract whose code is too large'
    : 'Transaction reverted without a reason string'
}

/** With `txHash` it is of a transaction that is on the chain. */
export function executionError(text: string, data: Uint8Array, txHash?: Hex): RpcError {
  const message = `Error: ${text}`
  const shown = { message, ...(txHash && { txHash }), data: bytesToHex(data) }
  return new RpcError(-32603, message, shown)
}

export function ranOutOfGas(txHash: Hex | null): RpcError {
  const message = 'Transaction ran out of gas'
  return new RpcError(-32000, message, { message, txHash, data: '0x' })
}

/** Hardhat's node refuses a transaction that has failed, though it is on the chain. */
export function transactionFailed({ transaction, output, failure }: Receipt): RpcError {
  if (failure === 'out of gas') return ranOutOfGas(transaction.hash)
  const isReverted = output.length > 0 || failure === undefined || failure.includes('revert')
  const text = isReverted ? revertText(output) : haltText(failure)
  return executionError(text, output, transaction.hash)
}
