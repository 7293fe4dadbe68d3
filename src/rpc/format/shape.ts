import type { AnswerShape } from '../../devnet/options/compatRules.ts'
import { quantity } from '../../lib/hex.ts'
import type { Receipt } from '../../types/transaction.ts'
import type { View } from '../../types/view.ts'
import { formatBlock } from './block.ts'
import { type formatLog, formatReceipt } from './receipt.ts'

import { type formatTransaction, formatTransactionAt } from './transaction.ts'

type ShownTransaction = ReturnType<typeof formatTransaction>

/** The block as a node shows it: Anvil and Hardhat keep the sum of difficulties, which is 0 since the merge. */
export function blockInShape(view: View, full: boolean, shape: AnswerShape) {
  const block = formatBlock(view, full)
  if (shape === 'geth') return block
  const transactions = block.transactions.map((transaction) =>
    typeof transaction === 'string' ? transaction : transactionInShape(transaction, shape),
  )
  const shown = { ...block, transactions, totalDifficulty: '0x0' }
  if (shape !== 'hardhat' || view.kind === 'sealed') return shown
  return {
    ...shown,
    transactions: transactions.map((transaction) =>
      typeof transaction === 'string' ? transaction : { ...transaction, ...noPlace },
    ),
    number: null,
    mixHash: null,
    nonce: null,
  }
}

/** What Hardhat shows of a transaction of the pending block. */
const noPlace = { blockHash: null, blockNumber: null, transactionIndex: null }

/** The transaction as a node shows it: Hardhat has neither the block's time nor `yParity` in it. */
export function transactionInShape(transaction: ShownTransaction, shape: AnswerShape) {
  if (shape !== 'hardhat') return transaction
  const { blockTimestamp, yParity, ...shown } = transaction
  return shown
}

/** The transaction at a position of a block as a node shows it; `null` when there is none. */
export function transactionInShapeAt(view: View, position: number, shape: AnswerShape) {
  const transaction = formatTransactionAt(view, position)
  if (transaction === null) return null
  const shown = transactionInShape(transaction, shape)
  return shape === 'hardhat' && view.kind === 'pending' ? { ...shown, ...noPlace } : shown
}

/** The log as a node shows it: Hardhat has no time in it. */
export function logInShape(log: ReturnType<typeof formatLog>, shape: AnswerShape) {
  if (shape !== 'hardhat') return log
  const { blockTimestamp, ...shown } = log
  return shown
}

/** The receipt as a node shows it: Anvil includes the blob price, and the time as a JSON number. */
export function receiptInShape(receipt: Receipt, view: View, shape: AnswerShape) {
  const shown = formatReceipt(receipt, view)
  if (shape === 'hardhat') {
    return { ...shown, logs: shown.logs.map((log) => logInShape(log, shape)) }
  }
  if (shape !== 'anvil') return shown
  const { header } = view
  return {
    ...shown,
    ...(header.excessBlobGas !== undefined && { blobGasPrice: quantity(header.getBlobGasPrice()) }),
    blockTimestamp: Number(header.timestamp),
  }
}
