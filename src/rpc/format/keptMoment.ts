import type { KeptMoment } from '../../devnet/history/snapshot.ts'
import { quantity } from '../../lib/hex.ts'

/** A snapshot or a checkpoint; the time is the chain's, in ms since 1970. */
export function formatKeptMoment({ id, kind, head, atMs, parent }: KeptMoment) {
  return {
    id,
    kind,
    blockNumber: quantity(head.number),
    blockHash: head.hash,
    takenMs: quantity(atMs),
    parent: parent ?? null,
  }
}
