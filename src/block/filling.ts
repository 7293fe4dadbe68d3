import { transactionSize } from '../execution/rules/body.ts'
import { gasOf } from '../execution/rules/ledger.ts'
import type { GasByKind, Ledger } from '../types/execution.ts'
import type { Receipt } from '../types/transaction.ts'

/** How far a block is filled. */
export interface Filling {
  /** Of its transactions, as it is divided among receipts: after refunds. */
  readonly receiptGas: bigint
  /** What of the block's gas limit is used up. */
  readonly gasUsed: bigint
  /** Gas used of each kind, from Amsterdam on (EIP-8037). */
  readonly gas?: GasByKind | undefined
  readonly blobGasUsed: bigint
  /** How many logs there are. */
  readonly logs: number
  /** Bytes of its transactions. */
  readonly bytes: number
}

const empty: Filling = { receiptGas: 0n, gasUsed: 0n, blobGasUsed: 0n, logs: 0, bytes: 0 }

/** What the transactions of a block fill of it; `ledger` as far as the block has one. */
export function fillingOf(receipts: readonly Receipt[], ledger?: Ledger): Filling {
  const filling = receipts.reduce((sum, receipt) => filledBy(sum, receipt), empty)
  return ledger === undefined ? filling : { ...filling, ...usedIn(ledger) }
}

/** The filling with one more transaction; `ledger` has that one too. */
export function filledBy(filling: Filling, receipt: Receipt, ledger?: Ledger): Filling {
  const { cumulativeGasUsed } = receipt
  return {
    receiptGas: cumulativeGasUsed,
    gasUsed: cumulativeGasUsed,
    blobGasUsed: filling.blobGasUsed + (receipt.blobGasUsed ?? 0n),
    logs: filling.logs + receipt.logs.length,
    bytes: filling.bytes + transactionSize(receipt.transaction),
    ...(ledger && usedIn(ledger)),
  }
}

function usedIn(ledger: Ledger): Pick<Filling, 'gasUsed' | 'gas'> {
  return { gasUsed: gasOf(ledger), gas: ledger.gas }
}
