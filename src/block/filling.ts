import { transactionSize } from '../execution/rules/blockSize.ts'
import type { Receipt } from '../types/transaction.ts'

/** How far a block is filled. */
export interface Filling {
  readonly gasUsed: bigint
  readonly blobGasUsed: bigint
  /** How many logs there are. */
  readonly logs: number
  /** Bytes of its transactions. */
  readonly bytes: number
}

const empty: Filling = { gasUsed: 0n, blobGasUsed: 0n, logs: 0, bytes: 0 }

/** What the transactions of a block fill of it. */
export function fillingOf(receipts: readonly Receipt[]): Filling {
  return receipts.reduce(filledBy, empty)
}

/** The filling with one more transaction. */
export function filledBy(filling: Filling, receipt: Receipt): Filling {
  return {
    gasUsed: receipt.cumulativeGasUsed,
    blobGasUsed: filling.blobGasUsed + (receipt.blobGasUsed ?? 0n),
    logs: filling.logs + receipt.logs.length,
    bytes: filling.bytes + transactionSize(receipt.transaction),
  }
}
