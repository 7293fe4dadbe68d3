import type { PublishedFlashblock } from '../../../devnet/fate/publishedFlashblocks.ts'
import { quantity } from '../../../lib/hex.ts'

/** A flashblock of a block, as it was published: the time in ms since 1970. */
export function formatPublishedFlashblock(flashblock: PublishedFlashblock) {
  const { index, payloadId, publishedMs, transactions } = flashblock
  return {
    index: quantity(index),
    payloadId,
    publishedMs: quantity(publishedMs),
    transactions,
  }
}
