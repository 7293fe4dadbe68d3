import { quantity } from '../../../lib/hex.ts'
import type { Receipt } from '../../../types/transaction.ts'
import type { View } from '../../../types/view.ts'
import { formatBlock } from '../block/block.ts'
import { formatReceipt } from '../block/receipt.ts'
import { formatTransaction, placeIn } from '../transaction/transaction.ts'

/** No block of ours issues ether. */
const issuance = { blockReward: '0x0', uncleReward: '0x0', issuance: '0x0' }

/** A block without its transactions, and what they paid: Otterscan's `BlockDetails`. */
export function formatBlockDetails(view: View) {
  const { transactions, ...block } = formatBlock(view, false)
  const fees = view.receipts.map(({ gasUsed, effectiveGasPrice }) => gasUsed * effectiveGasPrice)
  return {
    block: { ...block, logsBloom: null, transactionCount: transactions.length },
    issuance,
    totalFees: quantity(fees.reduce((sum, fee) => sum + fee, 0n)),
  }
}

/** A block with some of its transactions, cut after the selector of what they call, and their receipts. */
export function formatBlockPage(view: View, { from, to }: { from: number; to: number }) {
  const { transactions, ...block } = formatBlock(view, false)
  const receipts = view.receipts.slice(from, to)
  return {
    fullblock: {
      ...block,
      logsBloom: null,
      transactionCount: transactions.length,
      transactions: receipts.map((receipt) => formatCut(receipt, view)),
    },
    receipts: receipts.map((receipt) => formatBareReceipt(receipt, view)),
  }
}

/** `0x` and four bytes. */
const selectorLength = 10

function formatCut({ transaction, index }: Receipt, view: View) {
  const formatted = formatTransaction(transaction, placeIn(view, index))
  return { ...formatted, input: formatted.input.slice(0, selectorLength) }
}

/** A receipt without logs, and with the block's time. */
export function formatBareReceipt(receipt: Receipt, view: View) {
  return {
    ...formatReceipt(receipt, view),
    logs: null,
    logsBloom: null,
    timestamp: Number(view.header.timestamp),
  }
}
