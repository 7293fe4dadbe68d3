import { bytesToHex, quantity } from '../../../lib/hex.ts'
import type { PlacedLog } from '../../../types/events.ts'
import { timestampMsOf } from '../timestampMs.ts'
import { zeroHash } from '../zero.ts'

/** Log object: execution-apis `Log`. Of a log in a block; a pre-confirmed one has the pending block's hash, zero as a rule. */
export function formatLog({ log, block, receipt, logIndex, removed }: PlacedLog) {
  const shown = {
    address: bytesToHex(log.address),
    topics: log.topics.map(bytesToHex),
    data: bytesToHex(log.data),
    blockNumber: quantity(block.number),
    transactionHash: receipt.transaction.hash,
    transactionIndex: quantity(receipt.index),
    blockHash: block.hash ?? zeroHash,
    blockTimestamp: quantity(block.header.timestamp),
    logIndex: quantity(logIndex),
    removed,
  }
  const timestampMs = timestampMsOf(block)
  // Most have none, and to spread takes longer than all else here.
  if (timestampMs === undefined) return shown
  return { ...shown, blockTimestampMs: quantity(timestampMs) }
}
