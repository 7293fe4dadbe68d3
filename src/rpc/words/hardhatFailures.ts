import { bytesToHex, type Hex } from '../../lib/hex.ts'
import type { StackTrace } from '../../solidity/stackTrace/entries.ts'
import { haltText, revertText, traceText } from '../../solidity/stackTrace/hardhatWords.ts'
import type { Receipt } from '../../types/transaction.ts'
import { RpcError } from '../rpcError.ts'

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
export function transactionFailed(
  { transaction, output, failure }: Receipt,
  trace?: StackTrace | undefined,
): RpcError {
  if (failure === 'out of gas') return ranOutOfGas(transaction.hash)
  const isReverted = output.length > 0 || failure === undefined || failure.includes('revert')
  const text = traceText(trace) ?? (isReverted ? revertText(output) : haltText(failure))
  return executionError(text, output, transaction.hash)
}
