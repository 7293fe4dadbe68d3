import type { PendingBlockView } from '../../types/view.ts'

/** Bytes of an RLP item with this payload; a payload of one byte is not met here. */
function encodedLength(payloadBytes: number): number {
  if (payloadBytes < 56) return payloadBytes + 1
  return payloadBytes + 1 + Math.ceil(payloadBytes.toString(16).length / 2)
}

const emptyListBytes = 1

/** Bytes of the RLP encoding of a block that is not sealed yet. */
export function blockSize({ header, transactions }: PendingBlockView): number {
  let body = 0
  for (const { envelope, raw } of transactions) {
    // A typed transaction stands in the block as a byte string (EIP-2718), a legacy one as the list it is.
    body += envelope.type === 0 ? raw.length : encodedLength(raw.length)
  }
  const withdrawals = header.withdrawalsRoot === undefined ? 0 : emptyListBytes
  return encodedLength(
    header.serialize().length + encodedLength(body) + emptyListBytes + withdrawals,
  )
}
