import type { SignedTransaction } from '../../types/transaction.ts'
import { checksumAddress } from '../../wallet/checksumAddress.ts'

/** Transactions by their nonces in decimal, each as `format` shows it. */
export function formatByNonce<Shown>(
  transactions: readonly SignedTransaction[],
  format: (transaction: SignedTransaction) => Shown,
): Record<string, Shown> {
  return Object.fromEntries(
    transactions.map((transaction) => [String(transaction.envelope.nonce), format(transaction)]),
  )
}

/** The lists of several senders by their addresses, which geth shows here with the checksum of EIP-55. */
export function formatBySender<Shown>(
  senders: readonly (readonly SignedTransaction[])[],
  format: (transaction: SignedTransaction) => Shown,
): Record<string, Record<string, Shown>> {
  return Object.fromEntries(
    senders.flatMap((transactions) => {
      const [first] = transactions
      if (first === undefined) return []
      const address = checksumAddress(first.sender.bytes)
      return [[address, formatByNonce(transactions, format)]]
    }),
  )
}

/** A transaction in a line: recipient, value, gas and the most that it pays for gas. */
export function formatPooledLine({ envelope }: SignedTransaction): string {
  const { to, value, gasLimit } = envelope
  const recipient = to === undefined ? 'contract creation' : checksumAddress(to.bytes)
  const price = 'maxFeePerGas' in envelope ? envelope.maxFeePerGas : envelope.gasPrice
  return `${recipient}: ${value} wei + ${gasLimit} gas × ${price} wei`
}
