import type { Address } from '@ethereumjs/util'
import type { Chain } from '../../chain/chain.ts'
import type { Hex } from '../../lib/hex.ts'
import type { TxPool } from '../../txpool/txPool.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import type { Flashblock } from '../../types/view.ts'
import type { TransactionRecords } from '../status/transactionRecords.ts'

interface FollowDeps {
  readonly chain: Chain
  readonly pool: TxPool
  readonly records: TransactionRecords
}

/**
 * Makes the pool follow the accounts to the state of the head, where nonces may be lower than
 * before, and gives it `back` what blocks no longer have. What is executable from now on, the
 * nonces of a sender ascending; what the pool does not take is dropped.
 */
export function followState(
  { chain, pool, records }: FollowDeps,
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

const setCodeType = 4

/**
 * Makes the pool follow the accounts to the state after a flashblock of a block that has the transactions `included`.
 * Returns what is executable from now on.
 */
export function followFlashblock(
  { pool, records }: Omit<FollowDeps, 'chain'>,
  { transactions, view }: Flashblock,
  included: ReadonlyMap<Hex, SignedTransaction>,
): readonly SignedTransaction[] {
  if (transactions.length === 0) return []
  const nonceOf = (address: Address): bigint => view.state.account(address.bytes)?.nonce ?? 0n
  // An authorization (EIP-7702) raises the nonce of the account that signed it.
  const changesOthers = transactions.some(({ envelope }) => envelope.type === setCodeType)
  const senders = changesOthers ? undefined : transactions.map(({ sender }) => sender)
  const { removed, promoted } = pool.prune(nonceOf, senders)
  for (const transaction of removed) {
    if (included.has(transaction.hash)) continue
    records.dropped(transaction, { reason: 'nonceUsed' })
  }
  return promoted
}
