import type { Block, BlockHeader } from '@ethereumjs/block'
import type { Withdrawal } from '@ethereumjs/util'
import type { BlockHashes } from '../../ethereumjs/machine.ts'
import { bytesToHex, equalBytes } from '../../lib/hex.ts'
import { type RlpItem, type RlpTree, viewRlp } from '../../lib/rlp.ts'
import type { Receipt, SignedTransaction } from '../../types/transaction.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import { listRoot } from '../../wasm/keccak/module.ts'
import { InvalidBlock, requireEqual } from './invalidBlock.ts'
import { opStackOf } from './opStack.ts'
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

/** Checks that a header is the one of what its block holds, and the uncles. Throws an `InvalidBlock`. */
export function checkBody(
  block: Block,
  transactions: readonly SignedTransaction[],
  blockHashes: BlockHashes,
): void {
  const { header, uncleHeaders, withdrawals } = block
  const { number } = header
  const uncles = uncleHeaders.map((uncle) => uncle.raw())
  requireEqual(number, 'transactions root', header.transactionsTrie, transactionsRoot(transactions))
  requireEqual(number, 'uncles hash', header.uncleHash, keccak256(viewRlp(uncles)))
  // There it is of the state after the block.
  if (withdrawals !== undefined && opStackOf(header.common) === undefined) {
    requireEqual(number, 'withdrawals root', header.withdrawalsRoot, withdrawalsRoot(withdrawals))
  }
  uncleHeaders.forEach((uncle, index) => {
    const problem = uncleProblem(uncle, header, blockHashes)
    if (problem !== undefined) throw new InvalidBlock(number, `uncle ${index}`, problem)
  })
}

/** How many blocks an uncle's number may be behind (yellow paper, 11.1). */
const oldestUncle = 6n

function uncleProblem(
  uncle: BlockHeader,
  header: BlockHeader,
  blockHashes: BlockHashes,
): string | undefined {
  const age = header.number - uncle.number
  if (age < 1n || age > oldestUncle) {
    return `its number is ${uncle.number}, but must be ${header.number - oldestUncle} to ${header.number - 1n}`
  }
  const parent = blockHashes(uncle.number - 1n)
  if (parent === undefined || !equalBytes(parent, uncle.parentHash)) {
    return `its parent ${bytesToHex(uncle.parentHash)} is not on the chain`
  }
  const sibling = blockHashes(uncle.number)
  return sibling !== undefined && equalBytes(sibling, uncle.hash())
    ? `${bytesToHex(uncle.hash())} is a block of the chain`
    : undefined
}

/** Bytes of the RLP encoding of a block, counted without encoding its transactions again, nor its header if that is known. */
export function blockSize(
  header: BlockHeader,
  transactions: readonly SignedTransaction[],
  withdrawals: readonly Withdrawal[] = [],
  uncles: readonly BlockHeader[] = [],
  headerBytes = header.serialize().length,
): number {
  let body = 0
  for (const transaction of transactions) body += transactionSize(transaction)
  const withdrawalBytes = header.withdrawalsRoot === undefined ? 0 : listLength(withdrawals)
  const uncleBytes = listLength(uncles)
  return encodedLength(headerBytes + encodedLength(body) + uncleBytes + withdrawalBytes)
}

/** Bytes of a transaction in a block: a typed one stands there as a byte string (EIP-2718), a legacy one as the list it is. */
export function transactionSize({ envelope, raw }: SignedTransaction): number {
  return envelope.type === 0 ? raw.length : encodedLength(raw.length)
}

function listLength(items: readonly { raw(): RlpTree }[]): number {
  return items.length === 0 ? 1 : viewRlp(items.map((item) => item.raw())).length
}

/** Returns the length of an RLP item with a payload of a number of bytes. Blocks have no items of one byte alone. */
function encodedLength(payloadBytes: number): number {
  if (payloadBytes < 56) return payloadBytes + 1
  return payloadBytes + 1 + Math.ceil((32 - Math.clz32(payloadBytes)) / 8)
}
