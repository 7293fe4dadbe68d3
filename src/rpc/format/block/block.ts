import { blockSize } from '../../../execution/rules/blockSize.ts'
import { bytesToHex, quantity } from '../../../lib/hex.ts'
import type { PendingBlockView, SealedBlock, View } from '../../../types/view.ts'
import { timestampMsOf } from '../timestampMs.ts'
import { formatTransaction, placeIn } from '../transaction/transaction.ts'
import { zeroHash } from '../zero.ts'
import { formatHeaderFields } from './header.ts'

function formatTransactions(view: View, full: boolean) {
  if (!full) return view.transactions.map(({ hash }) => hash)
  return view.transactions.map((transaction, index) =>
    formatTransaction(transaction, placeIn(view, index)),
  )
}

function formatSealedBlock(view: SealedBlock, full: boolean) {
  const { block, size } = view
  return {
    ...formatBlockHeader(view),
    size: quantity(size),
    transactions: formatTransactions(view, full),
    uncles: block.uncleHeaders.map((uncle) => bytesToHex(uncle.hash())),
    ...(block.withdrawals !== undefined && {
      withdrawals: block.withdrawals.map((withdrawal) => withdrawal.toJSON()),
    }),
  }
}

function formatPendingBlock(view: PendingBlockView, full: boolean) {
  const { header, transactions, withdrawals = [] } = view
  return {
    ...formatBlockHeader(view),
    size: quantity(blockSize(header, transactions, withdrawals)),
    transactions: formatTransactions(view, full),
    uncles: [],
    ...(header.withdrawalsRoot !== undefined && {
      withdrawals: withdrawals.map((withdrawal) => withdrawal.toJSON()),
    }),
  }
}

/**
 * A block without its transactions, withdrawals and size: what `newHeads` pushes, as geth does. What
 * sealing decides is zero until then; the hash too, unless the devnet is to give one.
 */
export function formatBlockHeader(view: View) {
  const { header, hash = zeroHash } = view
  const fields = formatHeaderFields(header, hash)
  const timestampMs = timestampMsOf(view)
  return timestampMs === undefined ? fields : { ...fields, timestampMs: quantity(timestampMs) }
}

/** Block object: execution-apis `Block`, with transaction objects when `full`, else with hashes. */
export function formatBlock(view: View, full: boolean) {
  return view.kind === 'sealed' ? formatSealedBlock(view, full) : formatPendingBlock(view, full)
}
