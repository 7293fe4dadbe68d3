import { bytesToHex, quantity } from '../../lib/hex.ts'
import type { PlacedLog } from '../../types/events.ts'
import { zeroHash } from './zero.ts'

/** Log object: execution-apis `Log`. A pre-confirmed one has the zero block hash. */
export function formatLog({ log, block, receipt, logIndex, removed }: PlacedLog) {
  return {
    address: bytesToHex(log.address),
    topics: log.topics.map(bytesToHex),
    data: bytesToHex(log.data),
    blockNumber: quantity(block.number),
    transactionHash: receipt.transaction.hash,
    transactionIndex: quantity(receipt.index),
    blockHash: block.kind === 'sealed' ? block.hash : zeroHash,
    blockTimestamp: quantity(block.header.timestamp),
    logIndex: quantity(logIndex),
    removed,
  }
}
