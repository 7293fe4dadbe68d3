import { bytesToHex, quantity } from '../../lib/hex.ts'
import type { Receipt } from '../../types/transaction.ts'
import type { View } from '../../types/view.ts'
import { formatLog } from './log.ts'
import { zeroHash } from './zero.ts'

/** Before Byzantium the state root after the transaction, since then whether it succeeded (EIP-658). */
function formatOutcome({ stateRoot, status }: Receipt) {
  return stateRoot === undefined ? { status: quantity(status) } : { root: bytesToHex(stateRoot) }
}

/** What a blob transaction paid for its blobs (EIP-4844); nothing for others. */
function formatBlobFields({ blobGasUsed, blobGasPrice }: Receipt) {
  return {
    ...(blobGasUsed !== undefined && { blobGasUsed: quantity(blobGasUsed) }),
    ...(blobGasPrice !== undefined && { blobGasPrice: quantity(blobGasPrice) }),
  }
}

/** The logs of a receipt, each with its place. */
export function formatReceiptLogs(receipt: Receipt, block: View) {
  return receipt.logs.map((log, position) =>
    formatLog({ log, block, receipt, logIndex: receipt.firstLogIndex + position, removed: false }),
  )
}

/** Receipt object: execution-apis `ReceiptInfo`. A pre-confirmed one has the pending block's hash, zero as a rule. */
export function formatReceipt(receipt: Receipt, view: View) {
  const { transaction, contractAddress } = receipt
  const { envelope } = transaction
  return {
    blockHash: view.hash ?? zeroHash,
    blockNumber: quantity(view.number),
    contractAddress: contractAddress === undefined ? null : bytesToHex(contractAddress),
    cumulativeGasUsed: quantity(receipt.cumulativeGasUsed),
    effectiveGasPrice: quantity(receipt.effectiveGasPrice),
    from: bytesToHex(transaction.sender.bytes),
    gasUsed: quantity(receipt.gasUsed),
    ...formatBlobFields(receipt),
    logs: formatReceiptLogs(receipt, view),
    logsBloom: bytesToHex(receipt.logsBloom),
    ...formatOutcome(receipt),
    to: envelope.to === undefined ? null : bytesToHex(envelope.to.bytes),
    transactionHash: transaction.hash,
    transactionIndex: quantity(receipt.index),
    type: quantity(envelope.type),
  }
}
