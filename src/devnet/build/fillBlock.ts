import type { BlockHeader } from '@ethereumjs/block'
import type { PendingBlock } from '../../block/pendingBlock.ts'
import type { Clock } from '../../clock/clock.ts'
import { createPace } from '../../clock/pace.ts'
import { blobBaseFeeOf, feeCapsOf } from '../../execution/rules/fees.ts'
import type { BestTransactions } from '../../txpool/order.ts'
import type { TxPool } from '../../txpool/txPool.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import type { Settings } from '../options/options.ts'
import type { TransactionRecords } from '../status/transactionRecords.ts'
import type { BlockFields } from './blockFields.ts'
import type { LargeBlocks } from './largeBlocks.ts'
import type { Skipped } from './openings.ts'
import type { StateWaits } from './stateWaits.ts'

export interface FillDeps {
  readonly stateWaits: StateWaits
  readonly clock: Clock
  readonly fields: BlockFields
  /** What faults keep out of blocks. */
  readonly delays: { isLeftOut(transaction: SignedTransaction): boolean }
  /** Which kind of block senders have asked for; none where all blocks are alike. */
  readonly largeBlocks: LargeBlocks | undefined
  readonly settings: Pick<Settings, 'maxTransactions' | 'compatRules'>
}

/** How far a block may be filled now. */
export interface FillLimits {
  readonly budgetMs?: number | undefined
  /** The part of the block's gas that may be used. */
  readonly gasShare?: { readonly part: number; readonly of: number } | undefined
  /** How many transactions may be added. */
  readonly transactions?: number | undefined
}

/** What the pool offers to a block with the header. */
export function offersFor(pool: TxPool, header: BlockHeader): BestTransactions {
  return pool.best(header.baseFeePerGas, blobBaseFeeOf(header))
}

/**
 * Adds what is offered until none fits; what cannot run never stops the others. Returns those that no later block can
 * take either.
 */
export async function fillBlock(
  { clock, settings, stateWaits, fields, delays, largeBlocks }: FillDeps,
  block: PendingBlock,
  offers: BestTransactions,
  { budgetMs, gasShare, transactions = Number.POSITIVE_INFINITY }: FillLimits = {},
): Promise<readonly Skipped[]> {
  if (fields.hasStalledL1(block.header.timestamp)) return []
  const { maxTransactions = Number.POSITIVE_INFINITY } = settings
  const maxSize = Math.min(maxTransactions, block.size + transactions)
  const minTip = fields.minTip('blocks')
  const maxGas = gasShare && sharedOut(block.header.gasLimit, gasShare)
  const endMs = budgetMs === undefined ? undefined : clock.elapsed() + budgetMs
  const yieldIfDue = createPace(clock)
  const unfit: Skipped[] = []
  for (const transaction of offers) {
    if (block.size >= maxSize) break
    const isBeyondShare =
      maxGas !== undefined && block.gasUsed + transaction.envelope.gasLimit > maxGas
    const isOfOthers = largeBlocks?.isOfOtherKind(
      transaction.sender,
      block.parent.header,
      block.header,
    )
    if (isBeyondShare || isOfOthers || feeCapsOf(transaction.envelope).tipCap < minTip) {
      offers.skip(transaction.sender)
      continue
    }
    if (stateWaits.isPaused(transaction.hash) || delays.isLeftOut(transaction)) {
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

/** Takes a transaction that no block can take out of the pool, and records why. */
export function dropUnfit(
  { pool, records }: { readonly pool: TxPool; readonly records: TransactionRecords },
  { transaction, reason: { code, message } }: Skipped,
): void {
  pool.remove(transaction.hash)
  const isUsed = code === 'nonceTooLow'
  records.dropped(transaction, isUsed ? { reason: 'nonceUsed' } : { reason: 'invalid', message })
}
