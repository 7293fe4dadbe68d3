import type { Withdrawal } from '@ethereumjs/util'
import { type RlpItem, viewRlp } from '../../lib/rlp.ts'
import type { Receipt } from '../../types/transaction.ts'
import { listRoot } from '../../wasm/keccak/listRoot.ts'
import { viewReceipt } from './receipt.ts'

/** The root of the transactions of a block, each as it is encoded in it (EIP-2718). */
export function transactionsRoot(
  transactions: readonly { readonly raw: Uint8Array }[],
): Uint8Array {
  return listRoot(transactions, ({ raw }) => raw)
}

/** The root of the receipts of a block. */
export function receiptsRoot(receipts: readonly Receipt[]): Uint8Array {
  return listRoot(receipts, viewReceipt)
}

/** The root of the withdrawals of a block (EIP-4895). */
export function withdrawalsRoot(withdrawals: readonly Withdrawal[]): Uint8Array {
  return listRoot(withdrawals, (withdrawal) => viewRlp(withdrawal.raw() as RlpItem))
}
