import { bytesToHex, type Hex } from '../../lib/hex.ts'
import type { StackTrace } from '../../solidity/stackTrace/entries.ts'
import { haltText, revertText, traceText } from '../../solidity/stackTrace/hardhatWords.ts'
import type { Receipt } from '../../types/transaction.ts'
import { RpcError } from '../rpcError.ts'

/** A failure of the EVM, in the shape of Hardhat 2. */
export class ExecutionError extends RpcError {
  /** Its message and data in the shape of Hardhat 3. */
  readonly text: string
  readonly output: Hex

  /** With `txHash` it is of a transaction that is on the chain. */
  constructor(text: string, data: Uint8Array, txHash?: Hex) {
    const message = `Error: ${text}`
    const output = bytesToHex(data)
    super(-32603, message, { message, ...(txHash && { txHash }), data: output })
    this.text = text
    this.output = output
  }
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
  return new ExecutionError(text, output, transaction.hash)
}
