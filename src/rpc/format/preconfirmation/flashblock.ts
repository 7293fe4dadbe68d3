import type { Receipt } from '../../../types/transaction.ts'
import type { Flashblock, View } from '../../../types/view.ts'
import { formatBlock } from '../block/block.ts'
import { formatReceiptLogs } from '../block/receipt.ts'
import { formatTransaction, placeIn } from '../transaction/transaction.ts'

/** What `newFlashblocks` pushes: the block under construction with whole transactions. */
export function formatFlashblock({ view }: Flashblock) {
  return formatBlock(view, true)
}

/** What `newFlashblockTransactions` pushes: the transaction object with the logs that it made. */
export function formatFlashblockTransaction(receipt: Receipt, view: View) {
  return {
    ...formatTransaction(receipt.transaction, placeIn(view, receipt.index)),
    logs: formatReceiptLogs(receipt, view),
  }
}
