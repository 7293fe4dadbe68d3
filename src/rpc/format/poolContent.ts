import type { AnswerShape } from '../../devnet/options/compatRules.ts'
import { revertReason } from '../../execution/executionErrors.ts'
import { bytesToHex, quantity } from '../../lib/hex.ts'
import type { Receipt, SignedTransaction } from '../../types/transaction.ts'
import type { View } from '../../types/view.ts'
import { checksumAddress } from '../../wallet/checksumAddress.ts'
import { formatTransaction } from './transaction.ts'

/** Transactions by their nonces in decimal, each as `format` shows it. */
export function formatByNonce<Shown>(
  transactions: readonly SignedTransaction[],
  format: (transaction: SignedTransaction) => Shown,
): Record<string, Shown> {
  return Object.fromEntries(
    transactions.map((transaction) => [String(transaction.envelope.nonce), format(transaction)]),
  )
}

/** Here geth shows addresses with the checksum of EIP-55, Anvil as everywhere. */
function formatPoolAddress(address: Uint8Array, shape: AnswerShape): string {
  return shape === 'anvil' ? bytesToHex(address) : checksumAddress(address)
}

/** The lists of several senders by their addresses. */
export function formatBySender<Shown>(
  senders: readonly (readonly SignedTransaction[])[],
  format: (transaction: SignedTransaction, shape: AnswerShape) => Shown,
  shape: AnswerShape,
): Record<string, Record<string, Shown>> {
  return Object.fromEntries(
    senders.flatMap((transactions) => {
      const [first] = transactions
      if (first === undefined) return []
      const address = formatPoolAddress(first.sender.bytes, shape)
      return [[address, formatByNonce(transactions, (one) => format(one, shape))]]
    }),
  )
}

/** Answer of `txpool_content`: whole transactions by sender and nonce, one after the other. */
export function* contentTexts(
  lists: Readonly<Record<'pending' | 'queued', readonly (readonly SignedTransaction[])[]>>,
  shape: AnswerShape,
): Generator<string, void> {
  yield `{"pending":`
  yield* senderTexts(lists.pending, shape)
  yield `,"queued":`
  yield* senderTexts(lists.queued, shape)
  yield '}'
}

function* senderTexts(
  senders: readonly (readonly SignedTransaction[])[],
  shape: AnswerShape,
): Generator<string, void> {
  let separator = '{'
  for (const transactions of senders) {
    let before = separator
    for (const [index, transaction] of transactions.entries()) {
      const { sender, envelope } = transaction
      if (index === 0) before += `"${formatPoolAddress(sender.bytes, shape)}":{`
      yield `${before}"${envelope.nonce}":${JSON.stringify(formatTransaction(transaction))}`
      before = ','
    }
    if (transactions.length === 0) continue
    yield '}'
    separator = ','
  }
  yield separator === '{' ? '{}' : '}'
}

/** A transaction in a line: recipient, value, gas and the most that it pays for gas. */
export function formatPooledLine({ envelope }: SignedTransaction, shape: AnswerShape): string {
  const { to, value, gasLimit } = envelope
  const recipient = to === undefined ? 'contract creation' : formatPoolAddress(to.bytes, shape)
  const price = 'maxFeePerGas' in envelope ? envelope.maxFeePerGas : envelope.gasPrice
  return `${recipient}: ${value} wei + ${gasLimit} gas × ${price} wei`
}

/** Characters of a revert reason in a list; the transaction itself has all of it. */
const maxReasonLength = 300

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
    ...(reason !== undefined && { reason: reason.slice(0, maxReasonLength) }),
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
