import { bytesToHex, type Hex, quantity } from '../../lib/hex.ts'
import type { PendingBlockView, SealedBlock, View } from '../../types/view.ts'
import { blockSize } from './blockSize.ts'
import { formatHeaderFields } from './header.ts'
import { formatTransaction, placeIn } from './transaction.ts'
import { zeroHash } from './zero.ts'

function formatTransactions(view: View, full: boolean) {
  if (!full) return view.transactions.map(({ hash }) => hash)
  return view.transactions.map((transaction, index) =>
    formatTransaction(transaction, placeIn(view, index)),
  )
}

function formatSealedBlock(view: SealedBlock, full: boolean) {
  const { block, header, hash, size } = view
  return {
    ...formatHeaderFields(header, hash),
    size: quantity(size),
    transactions: formatTransactions(view, full),
    uncles: block.uncleHeaders.map((uncle) => bytesToHex(uncle.hash())),
    ...(block.withdrawals !== undefined && {
      withdrawals: block.withdrawals.map((withdrawal) => withdrawal.toJSON()),
    }),
  }
}

/** What sealing decides is zero until then. */
const unsealed = {
  hash: zeroHash,
  stateRoot: zeroHash,
  transactionsRoot: zeroHash,
  receiptsRoot: zeroHash,
}

function formatPendingBlock(view: PendingBlockView, full: boolean) {
  const { header } = view
  return {
    ...formatHeaderFields(header, zeroHash),
    ...unsealed,
    logsBloom: joinedBloom(view),
    size: quantity(blockSize(view)),
    transactions: formatTransactions(view, full),
    uncles: [],
    ...(header.withdrawalsRoot !== undefined && { withdrawals: [] }),
  }
}

const bloomBytes = 256

/** The bloom of all receipts so far. */
function joinedBloom({ receipts }: PendingBlockView): Hex {
  const bloom = new Uint8Array(bloomBytes)
  for (const { logs, logsBloom } of receipts) {
    if (logs.length === 0) continue
    for (let at = 0; at < bloomBytes; at++) bloom[at] = (bloom[at] ?? 0) | (logsBloom[at] ?? 0)
  }
  return bytesToHex(bloom)
}

/** Block object: execution-apis `Block`, with transaction objects when `full`, else with hashes. */
export function formatBlock(view: View, full: boolean) {
  return view.kind === 'sealed' ? formatSealedBlock(view, full) : formatPendingBlock(view, full)
}
