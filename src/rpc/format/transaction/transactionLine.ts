import { revertReason } from '../../../execution/revertReason.ts'
import { bytesToHex, quantity } from '../../../lib/hex.ts'
import type { Receipt, SignedTransaction } from '../../../types/transaction.ts'
import type { View } from '../../../types/view.ts'

/** Characters of a revert reason in a list; the transaction itself tells all of it. */
const longestReason = 300

/** A transaction as a list shows it, before it is in a block. */
export function formatPooledTransactionLine({ hash, sender, envelope }: SignedTransaction) {
  const { to, value, nonce, data } = envelope
  return {
    hash,
    from: bytesToHex(sender.bytes),
    to: to === undefined ? null : bytesToHex(to.bytes),
    value: quantity(value),
    nonce: quantity(nonce),
    selector: data.length < 4 ? '0x' : bytesToHex(data.subarray(0, 4)),
  }
}

/** The same with what came of it. */
export function formatTransactionLine(receipt: Receipt) {
  const { transaction, index, status, gasUsed, contractAddress, failure, output } = receipt
  const reason = failure === undefined ? undefined : (revertReason(output) ?? failure)
  return {
    ...formatPooledTransactionLine(transaction),
    transactionIndex: quantity(index),
    status: quantity(status),
    gasUsed: quantity(gasUsed),
    ...(contractAddress !== undefined && { contractAddress: bytesToHex(contractAddress) }),
    ...(reason !== undefined && { reason: reason.slice(0, longestReason) }),
  }
}

/** The same with the block that it is in, sealed or pending. */
export function formatPlacedTransactionLine(receipt: Receipt, view: View) {
  return {
    ...formatTransactionLine(receipt),
    blockNumber: quantity(view.number),
    blockHash: view.hash ?? null,
  }
}
