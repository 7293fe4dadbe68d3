import type { Chain } from '../../chain/chain.ts'
import type { Hub } from '../../subscriptions/hub.ts'
import type { TxPool } from '../../txpool/txPool.ts'
import type { TransactionRecords } from '../fate/transactionRecords.ts'
import { followState } from './followState.ts'
import type { Producer } from './produce.ts'
import type { Reorganized } from './reorg.ts'

export interface ReplaceDeps {
  readonly chain: Chain
  readonly producer: Producer
  readonly pool: TxPool
  readonly hub: Hub
  readonly records: TransactionRecords
}

/**
 * Puts a reorganized chain in the place of the one there is, and tells of it. What was pre-confirmed
 * goes back to the pool; what was sealed too with `requeue`, else it is lost.
 */
export function replaceBlocks(
  { chain, producer, pool, hub, records }: ReplaceDeps,
  { chain: next, removed, added }: Reorganized,
  requeue: boolean,
): void {
  const preconfirmed = producer.pending?.transactions ?? []
  producer.discard()
  chain.restore(next.snapshot())
  const gone = removed.flatMap(({ number, hash, transactions }) =>
    transactions
      .filter((transaction) => chain.transaction(transaction.hash) === undefined)
      .map((transaction) => ({ transaction, blockNumber: number, blockHash: hash })),
  )
  for (const { transaction, ...block } of gone) {
    records.dropped(transaction, { reason: 'reorged', ...block })
  }
  for (const block of added) records.sealed(block)
  const sealed = requeue ? gone.map(({ transaction }) => transaction) : []
  const open = preconfirmed.filter(({ hash }) => chain.transaction(hash) === undefined)
  const executable = followState({ chain, pool, records }, [...sealed, ...open])
  hub.reorg({ removed, added })
  for (const transaction of executable) hub.pendingTransaction(transaction)
}
