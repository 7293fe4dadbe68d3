import type { SealedBlock } from '../../types/view.ts'
import { followState } from './followState.ts'
import type { ReplaceDeps } from './replaceBlocks.ts'

/**
 * Makes a block that was built on the head the new one, and tells of it. What was pre-confirmed and
 * is not in it goes back to the pool.
 */
export function commitBlock(
  { chain, producer, pool, hub, records }: ReplaceDeps,
  block: SealedBlock,
): void {
  const preconfirmed = producer.pending?.transactions ?? []
  producer.discard()
  chain.append(block)
  records.sealed(block)
  const open = preconfirmed.filter(({ hash }) => chain.transaction(hash) === undefined)
  const executable = followState({ chain, pool, records }, open)
  hub.block(block)
  for (const transaction of executable) hub.pendingTransaction(transaction)
}
