import { bytesToHex, type Hex, quantity } from '../../../lib/hex.ts'
import type { PlacedLog } from '../../../types/events.ts'
import type { Log } from '../../../types/transaction.ts'
import { timestampMsOf } from '../timestampMs.ts'
import { zeroHash } from '../zero.ts'

/** Where a log came to be. */
export interface LogPlace {
  readonly blockHash: Hex
  readonly blockNumber: bigint
  readonly blockTimestamp: bigint
  /** Where the block has a time in milliseconds. */
  readonly blockTimestampMs?: bigint | undefined
  readonly transactionHash: Hex
  readonly transactionIndex: number
  /** Position in the block. */
  readonly logIndex: number
  /** Whether its block is no longer on the chain. */
  readonly removed: boolean
}

/** Log object: execution-apis `Log`. */
export function formatLogAt(log: Log, place: LogPlace) {
  return {
    address: bytesToHex(log.address),
    topics: log.topics.map(bytesToHex),
    data: bytesToHex(log.data),
    blockNumber: quantity(place.blockNumber),
    transactionHash: place.transactionHash,
    transactionIndex: quantity(place.transactionIndex),
    blockHash: place.blockHash,
    blockTimestamp: quantity(place.blockTimestamp),
    logIndex: quantity(place.logIndex),
    removed: place.removed,
    ...(place.blockTimestampMs !== undefined && {
      blockTimestampMs: quantity(place.blockTimestampMs),
    }),
  }
}

/** The object of a log in a block; a pre-confirmed one has the pending block's hash, zero as a rule. */
export function formatLog({ log, block, receipt, logIndex, removed }: PlacedLog) {
  return formatLogAt(log, {
    blockHash: block.hash ?? zeroHash,
    blockNumber: block.number,
    blockTimestamp: block.header.timestamp,
    blockTimestampMs: timestampMsOf(block),
    transactionHash: receipt.transaction.hash,
    transactionIndex: receipt.index,
    logIndex,
    removed,
  })
}
