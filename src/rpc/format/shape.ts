import type { AnswerHooks } from '../../devnet/hooks/extension.ts'
import type { AnswerShape } from '../../devnet/options/compatRules.ts'
import type { Located } from '../../devnet/read/reader.ts'
import { quantity } from '../../lib/hex.ts'
import type { PlacedLog } from '../../types/events.ts'
import type { Receipt } from '../../types/transaction.ts'
import type { View } from '../../types/view.ts'
import { formatBlock, formatBlockHeader } from './block.ts'
import { formatLog, formatReceipt } from './receipt.ts'
import { formatTransaction, placeIn } from './transaction.ts'

type ShownTransaction = ReturnType<typeof formatTransaction>

/** What decides how answers look: the node of `compat`, and what the network's nodes say besides. A devnet fits. */
export interface Shaper {
  readonly settings: { readonly compatRules: { readonly answerShape: AnswerShape } }
  readonly hooks: { readonly answers?: AnswerHooks | undefined }
}

/** The block as a node shows it: Anvil and Hardhat keep the sum of difficulties, which is 0 since the merge. */
export function blockInShape(view: View, full: boolean, shaper: Shaper) {
  const shown = blockOf(view, full, shaper)
  return shaper.hooks.answers?.block?.(shown, view) ?? shown
}

function blockOf(view: View, full: boolean, { settings, hooks }: Shaper) {
  const { answerShape: shape } = settings.compatRules
  const block = formatBlock(view, full)
  const change = hooks.answers?.transaction
  if (shape === 'geth' && change === undefined) return block
  const transactions = block.transactions.map((transaction, index) => {
    if (typeof transaction === 'string') return transaction
    const shown = transactionOf(transaction, shape)
    const sent = view.transactions[index]
    return change === undefined || sent === undefined ? shown : change(shown, sent, view)
  })
  if (shape === 'geth') return { ...block, transactions }
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

/** The header as a node shows it: what `newHeads` pushes, the whole block where Anvil and Hardhat do. */
export function headInShape(view: View, shaper: Shaper) {
  const { answerShape } = shaper.settings.compatRules
  return answerShape === 'geth' ? headerInShape(view, shaper) : blockInShape(view, false, shaper)
}

/** The header with what the network's nodes say besides. */
export function headerInShape(view: View, { hooks }: Pick<Shaper, 'hooks'>) {
  const shown = formatBlockHeader(view)
  return hooks.answers?.block?.(shown, view) ?? shown
}

/** What Hardhat shows of a transaction of the pending block. */
const noPlace = { blockHash: null, blockNumber: null, transactionIndex: null }

/** The transaction as a node shows it: Hardhat has neither the block's time nor `yParity` in it. */
function transactionOf(transaction: ShownTransaction, shape: AnswerShape) {
  if (shape !== 'hardhat') return transaction
  const { blockTimestamp, yParity, ...shown } = transaction
  return shown
}

/** The transaction as a node shows it, wherever it is. */
export function transactionInShape(located: Located, { settings, hooks }: Shaper) {
  const { transaction, block, receipt } = located
  const formatted = formatTransaction(transaction, block && placeIn(block, receipt.index))
  const shown = transactionOf(formatted, settings.compatRules.answerShape)
  return hooks.answers?.transaction?.(shown, transaction, block) ?? shown
}

/** The transaction at a position of a block as a node shows it; `null` when there is none. */
export function transactionInShapeAt(block: View, position: number, shaper: Shaper) {
  const transaction = block.transactions[position]
  const receipt = block.receipts[position]
  if (transaction === undefined) return null
  const shown =
    receipt === undefined
      ? transactionOf(
          formatTransaction(transaction, placeIn(block, position)),
          shaper.settings.compatRules.answerShape,
        )
      : transactionInShape({ transaction, block, receipt }, shaper)
  const isHardhat = shaper.settings.compatRules.answerShape === 'hardhat'
  return isHardhat && block.kind === 'pending' ? { ...shown, ...noPlace } : shown
}

/** The log as a node shows it: Hardhat has no time in it. */
export function logInShape(placed: PlacedLog, { settings, hooks }: Shaper) {
  const shown = logOf(formatLog(placed), settings.compatRules.answerShape)
  return hooks.answers?.log?.(shown, placed) ?? shown
}

function logOf(log: ReturnType<typeof formatLog>, shape: AnswerShape) {
  if (shape !== 'hardhat') return log
  const { blockTimestamp, ...shown } = log
  return shown
}

/** The receipt as a node shows it: Anvil includes the blob price, and the time as a JSON number. */
export function receiptInShape(receipt: Receipt, view: View, { settings, hooks }: Shaper) {
  const shown = receiptOf(receipt, view, settings.compatRules.answerShape)
  return hooks.answers?.receipt?.(shown, receipt, view) ?? shown
}

function receiptOf(receipt: Receipt, view: View, shape: AnswerShape) {
  const shown = formatReceipt(receipt, view)
  if (shape === 'hardhat') {
    return { ...shown, logs: shown.logs.map((log) => logOf(log, shape)) }
  }
  if (shape !== 'anvil') return shown
  const { header } = view
  return {
    ...shown,
    ...(header.excessBlobGas !== undefined && { blobGasPrice: quantity(header.getBlobGasPrice()) }),
    blockTimestamp: Number(header.timestamp),
  }
}
