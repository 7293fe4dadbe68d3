import type { Chain } from '../../chain/chain.ts'
import type { Clock } from '../../clock/clock.ts'
import { isDeposit } from '../../ethereumjs/protocol/sharedCommon.ts'
import type { Hub } from '../../subscriptions/hub.ts'
import type { TxPool } from '../../txpool/txPool.ts'
import type { EmptyRange } from '../../types/summary.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import type { Drop } from '../../types/transactionFate.ts'
import type { SealedBlock } from '../../types/view.ts'
import type { TransactionRecords } from '../status/transactionRecords.ts'
import type { BlockFields } from './blockFields.ts'

export interface ConcludeDeps {
  readonly chain: Chain
  readonly clock: Clock
  readonly fields: BlockFields
  readonly records: TransactionRecords
  readonly pool: TxPool
  readonly hub: Hub
}

/** A transaction that was in a block, open or sealed, which is there no more. */
export interface Displaced {
  readonly transaction: SignedTransaction
  /** What is noted of it; nothing when it was in the open block and simply waits again. */
  readonly drop?: Drop | undefined
  /** Whether it goes back to the pool. */
  readonly requeue: boolean
}

/**
 * How the chain has come to another head.
 * - `next`: a block on the head, which uses up what was chosen for that one.
 * - `empty`: blocks on the head that may be made later.
 * - `reorg`: blocks in the place of others, of the same times: what was chosen waits on.
 * - `restored`: another moment as a whole, with the clock, the fields and the records of it.
 */
export type HeadChange = (
  | { readonly kind: 'next'; readonly block: SealedBlock }
  | {
      readonly kind: 'empty'
      readonly place: EmptyRange
      /** The blocks that are published one by one; of a run of them the last is enough. */
      readonly blocks: () => readonly SealedBlock[]
    }
  | {
      readonly kind: 'reorg' | 'restored'
      /** Both ascending; of a run of empty blocks the last is enough. */
      readonly removed: readonly SealedBlock[]
      readonly added: readonly SealedBlock[]
    }
) & {
  /**
   * What may have lost its place; one that is on the chain after all has not. Absent where the pool
   * has followed already: to the pre-confirmed state, or by being restored.
   */
  readonly displaced?: readonly Displaced[] | undefined
}

/**
 * Moves the head by `append`. The steps always run in this order: append -> clock -> chosen fields used -> records ->
 * pool follows -> hub. They run at once, so every transaction is in a block or in the pool, and what events name can
 * be read.
 */
export function concludeBlock(deps: ConcludeDeps, append: () => HeadChange): void {
  const { clock, fields, records, hub } = deps
  const change = append()
  if (change.kind === 'next') {
    clock.commit(change.block.header.timestamp)
    fields.used(change.block.transactions)
    records.sealed(change.block)
  } else if (change.kind === 'empty') {
    clock.commit(change.place.timestamp)
    fields.used()
  } else if (change.kind === 'reorg') {
    for (const block of change.added) records.sealed(block)
  }
  const executable = change.displaced === undefined ? [] : settle(deps, change.displaced)
  tell(hub, change)
  for (const transaction of executable) hub.pendingTransaction(transaction)
}

/** Transactions of an open block that is given up: they wait again. */
export function waitingAgain(transactions: readonly SignedTransaction[]): readonly Displaced[] {
  return transactions
    .filter(({ envelope }) => !isDeposit(envelope))
    .map((transaction) => ({ transaction, requeue: true }))
}

/** The pool follows and gets back what is to be requeued; what has become executable. */
function settle(deps: ConcludeDeps, displaced: readonly Displaced[]): readonly SignedTransaction[] {
  const { chain, records } = deps
  const gone = displaced.filter(
    ({ transaction }) => chain.transaction(transaction.hash) === undefined,
  )
  for (const { transaction, drop } of gone) {
    if (drop !== undefined) records.dropped(transaction, drop)
  }
  const back = gone.filter(({ requeue }) => requeue).map(({ transaction }) => transaction)
  return followState(deps, back)
}

function tell(hub: Hub, change: HeadChange): void {
  if (change.kind === 'next') hub.block(change.block)
  else if (change.kind === 'empty') hub.emptyBlocks(change.place, change.blocks)
  else if (change.kind === 'reorg') hub.reorg(change)
  else {
    hub.revert(change.removed)
    for (const block of change.added) hub.block(block)
  }
}

/**
 * Makes the pool follow the accounts to the state of the head, where nonces may be lower than
 * before, and gives it `back` what blocks no longer have. What is executable from now on, the
 * nonces of a sender ascending; what the pool does not take is dropped.
 */
export function followState(
  { chain, pool, records }: Pick<ConcludeDeps, 'chain' | 'pool' | 'records'>,
  back: readonly SignedTransaction[],
): readonly SignedTransaction[] {
  const { state, header } = chain.head
  const { removed, promoted } = pool.prune((sender) => state.account(sender.bytes)?.nonce ?? 0n)
  for (const transaction of removed) {
    // A block may have got it from elsewhere than the pool.
    if (chain.transaction(transaction.hash) !== undefined) continue
    records.dropped(transaction, { reason: 'nonceUsed' })
  }
  const executable = [...promoted]
  const rules = { common: header.common, gasLimit: header.gasLimit }
  for (const transaction of back) {
    try {
      const admission = pool.add(transaction, { state, rules, isReturning: true })
      records.pooled(transaction)
      if (admission.status === 'pending') executable.push(transaction, ...admission.promoted)
    } catch (error) {
      records.dropped(transaction, { reason: 'invalid', message: (error as Error).message })
    }
  }
  return executable
}
