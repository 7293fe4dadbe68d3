import type { BlockHeader } from '@ethereumjs/block'
import { type Filling, fillingOf } from '../../block/openedView.ts'
import { skipReason } from '../../block/skipReason.ts'
import { opStackOf } from '../../execution/rules/opStack.ts'
import type { Hex } from '../../lib/hex.ts'
import type { MiningMode } from '../../types/options/options.ts'
import type { StateTree } from '../../types/state.ts'
import type { Receipt, SignedTransaction } from '../../types/transaction.ts'
import type { PoolExplanation } from '../../types/transactionFate.ts'
import { isTimed } from '../options/cadenceOptions.ts'
import { explainSkip } from './explainSkip.ts'

/** Why running a pooled transaction failed the last time. */
interface Deferral {
  /** `awaitingState`: the live chain does not give what it needs. `failed`: running it threw. */
  readonly code: 'awaitingState' | 'failed'
  readonly message: string
}

/** The pooled transactions for which a part of a live chain's state is being fetched, or that failed. */
interface StateWaits {
  has(hash: Hex): boolean
  deferral(hash: Hex): Deferral | undefined
}

/** What decides whether a pooled transaction is in the next flashblock. */
export interface Situation {
  readonly transaction: SignedTransaction
  /** The executable ones of its sender with lower nonces, ascending. */
  readonly earlier: readonly SignedTransaction[]
  /** The first nonce of the sender, from the account's on, that no transaction has. */
  readonly nextNonce: bigint
  /** The block that the next flashblock is a part of, as far as it is filled. */
  readonly block: OpenedBlock
  /** Whether the transaction is in a flashblock that was built and not published. */
  readonly unpublished: boolean
  readonly stateWaits: StateWaits
  /** Whether its sender has asked for the other kind of block than this one. */
  readonly isOfOtherKind?: boolean | undefined
  /** Whether the block takes deposits alone. */
  readonly hasStalledL1?: boolean | undefined
  readonly mining: MiningMode
  readonly paused: boolean
}

interface OpenedBlock {
  readonly header: BlockHeader
  readonly receipts: readonly Receipt[]
  readonly state: Pick<StateTree, 'account' | 'code' | 'storage'>
}

/** Why a pooled transaction is not included yet. */
export function explainPooled(situation: Situation): PoolExplanation {
  const { transaction, earlier, block, stateWaits } = situation
  if (situation.unpublished) return unpublished(situation)
  if (block.receipts.some((receipt) => receipt.transaction.hash === transaction.hash)) {
    return nothingInItsWay(situation)
  }
  const gap = nonceGap(situation)
  if (gap !== undefined) return gap
  if (situation.isOfOtherKind) return forOtherKind(situation)
  if (situation.hasStalledL1) return afterStall(situation)
  const filling = fillingOf(block.receipts)
  for (const other of earlier) {
    const blockedBy = blockerOf(other, block, filling, stateWaits)
    if (blockedBy !== undefined) return behind(transaction, blockedBy)
  }
  return blockerOf(transaction, block, filling, stateWaits) ?? nothingInItsWay(situation)
}

/** What keeps a transaction out of a block: its fields and the block's, or a live chain's state. */
function blockerOf(
  transaction: SignedTransaction,
  block: OpenedBlock,
  filling: Filling,
  stateWaits: StateWaits,
): PoolExplanation | undefined {
  const deferral = stateWaits.deferral(transaction.hash)
  if (deferral === undefined && stateWaits.has(transaction.hash)) return awaitingState(transaction)
  return (
    obstacle(transaction, block, filling) ??
    (deferral === undefined ? undefined : failed(transaction, deferral))
  )
}

function failed({ hash }: SignedTransaction, { code, message }: Deferral): PoolExplanation {
  const retried = 'it stays in the pool and is tried again'
  return code === 'awaitingState'
    ? {
        hash,
        reason: 'awaitingState',
        message: `the live chain does not give the state that it needs: ${message}; ${retried}`,
        details: {},
      }
    : {
        hash,
        reason: 'invalid',
        message: `running it failed unexpectedly: ${message}; ${retried}`,
        details: {},
      }
}

function awaitingState({ hash }: SignedTransaction): PoolExplanation {
  const message =
    'it waits for state of the live chain, which is being fetched; no flashblock waits for that'
  return { hash, reason: 'awaitingState', message, details: {} }
}

function unpublished({ transaction, block }: Situation): PoolExplanation {
  const blockNumber = block.header.number
  return {
    hash: transaction.hash,
    reason: 'unpublished',
    message: `it is in block ${blockNumber}, which is being built, but an injected fault keeps its flashblock from being published; it can be seen when that is over or the block is sealed`,
    details: { blockNumber },
  }
}

function nonceGap({ transaction, nextNonce, block }: Situation): PoolExplanation | undefined {
  const { hash, envelope, sender } = transaction
  const { nonce } = envelope
  if (nonce <= nextNonce) return undefined
  const accountNonce = block.state.account(sender.bytes)?.nonce ?? 0n
  return {
    hash,
    reason: 'nonceGap',
    message: `it has nonce ${nonce}, but its sender is at nonce ${accountNonce} and no transaction with nonce ${nextNonce} is in the pool; send that one first`,
    details: { nonce, accountNonce, missingNonce: nextNonce },
  }
}

function forOtherKind({ transaction: { hash }, mining, paused }: Situation): PoolExplanation {
  const message =
    'it waits for a block of the kind that its sender has asked for (preconf_setUsingBigBlocks), and the next one is of the other kind'
  return { hash, reason: 'waiting', message, details: { mining, paused } }
}

function afterStall({ transaction: { hash }, mining, paused }: Situation): PoolExplanation {
  const message =
    'its L1 has stalled for longer than the sequencer may drift, so blocks have deposits alone; let the L1 go on, with devnet.l1.resume() or preconf_resume at /l1'
  return { hash, reason: 'waiting', message, details: { mining, paused } }
}

function behind(
  { hash, envelope: { nonce } }: SignedTransaction,
  blockedBy: PoolExplanation,
): PoolExplanation {
  return {
    hash,
    reason: 'behindAnother',
    message: `it has nonce ${nonce} and waits for ${blockedBy.hash} of the same sender: ${blockedBy.message}`,
    details: { nonce, blockedBy },
  }
}

/** What keeps a transaction out of a block when those before it are included. */
function obstacle(
  transaction: SignedTransaction,
  block: OpenedBlock,
  filling: Filling,
): PoolExplanation | undefined {
  const { header, state } = block
  const { hash, envelope, sender } = transaction
  const inTurn = {
    account: (address: Uint8Array) => {
      const account = state.account(address)
      return { balance: account?.balance ?? 0n, nonce: later(envelope.nonce, account?.nonce ?? 0n) }
    },
    code: (address: Uint8Array) => state.code(address),
    storage: (address: Uint8Array, slot: Uint8Array) => state.storage(address, slot),
  }
  const skipped = skipReason(transaction, header, filling, inTurn)
  if (skipped === undefined) return undefined
  const account = inTurn.account(sender.bytes)
  const extraFee = opStackOf(header.common)?.extraCosts(transaction, state).fee
  return { hash, ...explainSkip({ transaction, header, filling, account, skipped, extraFee }) }
}

function later(left: bigint, right: bigint): bigint {
  return left > right ? left : right
}

const onRequest = 'call flashblock() or seal(), by JSON-RPC preconf_flashblock or preconf_seal'

function nothingInItsWay({ transaction, mining, paused }: Situation): PoolExplanation {
  const { hash } = transaction
  const details = { mining, paused }
  if (paused) {
    return {
      hash,
      reason: 'cadence',
      message: `nothing keeps it out, but the cadence is paused; call resume(), by JSON-RPC preconf_resume, or ${onRequest}`,
      details,
    }
  }
  if (isTimed({ mining })) {
    const part = mining === 'flashblocks' ? 'flashblock' : 'block'
    const message = `nothing keeps it out: it waits for the next ${part}`
    return { hash, reason: 'waiting', message, details }
  }
  const message =
    mining === 'manual'
      ? `nothing keeps it out, but blocks are made on request only (mining is manual); ${onRequest}`
      : `nothing keeps it out, but a block is made only when a transaction comes in (mining is auto); ${onRequest}`
  return { hash, reason: 'cadence', message, details }
}
