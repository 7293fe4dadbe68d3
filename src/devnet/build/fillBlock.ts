import type { BlockHeader } from '@ethereumjs/block'
import type { PendingBlock } from '../../block/pendingBlock.ts'
import type { SkipReason } from '../../block/skipReason.ts'
import type { Clock } from '../../clock/clock.ts'
import { createPace } from '../../clock/pace.ts'
import { blobBaseFeeOf, feeCapsOf } from '../../execution/rules/fees.ts'
import type { BestTransactions } from '../../txpool/order.ts'
import type { TxPool } from '../../txpool/txPool.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import type { Settings } from '../options/options.ts'
import type { BlockFields } from './blockFields.ts'
import type { StateWaits } from './stateWaits.ts'

interface FillDeps {
  readonly stateWaits: StateWaits
  readonly clock: Clock
  readonly fields: BlockFields
  readonly settings: Pick<Settings, 'maxTransactions' | 'compatRules'>
}

/** How far a block may be filled now. */
export interface FillLimits {
  readonly budgetMs?: number | undefined
  /** The part of the block's gas that may be used. */
  readonly gasShare?: { readonly part: number; readonly of: number } | undefined
}

/** A transaction that no later block can take either. */
export interface Unfit {
  readonly transaction: SignedTransaction
  readonly reason: SkipReason
}

/** What the pool offers to a block with the header. */
export function offersFor(pool: TxPool, header: BlockHeader): BestTransactions {
  return pool.best(header.baseFeePerGas, blobBaseFeeOf(header))
}

/**
 * Adds what is offered until none fits; what cannot run never stops the others. Gives those that
 * never will.
 */
export async function fillBlock(
  { clock, settings, stateWaits, fields }: FillDeps,
  block: PendingBlock,
  offers: BestTransactions,
  { budgetMs, gasShare }: FillLimits = {},
): Promise<readonly Unfit[]> {
  const { maxTransactions = Number.POSITIVE_INFINITY, compatRules } = settings
  const minGasPrice = compatRules.minGasPriceOf === 'blocks' ? fields.minGasPrice : 0n
  const mostGas = gasShare && sharedOut(block.header.gasLimit, gasShare)
  const endMs = budgetMs === undefined ? undefined : clock.elapsed() + budgetMs
  const yieldIfDue = createPace(clock)
  const unfit: Unfit[] = []
  for (const transaction of offers) {
    if (block.size >= maxTransactions) break
    const isBeyondShare =
      mostGas !== undefined && block.gasUsed + transaction.envelope.gasLimit > mostGas
    if (isBeyondShare || feeCapsOf(transaction.envelope).tipCap < minGasPrice) {
      offers.skip(transaction.sender)
      continue
    }
    if (stateWaits.isPaused(transaction.hash)) {
      offers.skip(transaction.sender)
      continue
    }
    const outcome = await block.add(transaction)
    if (outcome.kind === 'skipped') {
      const { reason } = outcome
      const { code, message, cause } = reason
      if (reason.isFinal) unfit.push({ transaction, reason })
      if (code === 'awaitingState') stateWaits.begin(transaction, block)
      if (code === 'failed') stateWaits.fail(transaction.hash, { code, message, cause })
      // An authorization (EIP-7702) used its nonce: the sender's next one may be in turn.
      if (code !== 'nonceTooLow') offers.skip(transaction.sender)
    }
    if (endMs !== undefined && clock.elapsed() >= endMs) break
    const turn = yieldIfDue()
    if (turn !== undefined) await turn
  }
  return unfit
}

function sharedOut(gasLimit: bigint, { part, of }: { part: number; of: number }): bigint {
  return (gasLimit * BigInt(part)) / BigInt(of)
}
