import type { BlockHeader } from '@ethereumjs/block'
import { type Input, RLP } from '@ethereumjs/rlp'
import type { Withdrawal } from '@ethereumjs/util'
import type { SignedTransaction } from '../../types/transaction.ts'

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

function listLength(items: readonly { raw(): Input }[]): number {
  return items.length === 0 ? 1 : RLP.encode(items.map((item) => item.raw())).length
}

/** Bytes of an RLP item with a payload of so many bytes; one byte alone is not met in a block. */
function encodedLength(payloadBytes: number): number {
  if (payloadBytes < 56) return payloadBytes + 1
  return payloadBytes + 1 + Math.ceil((32 - Math.clz32(payloadBytes)) / 8)
}
