import type { Address } from '@ethereumjs/util'
import type { Chain } from '../../chain/chain.ts'
import type { Hex } from '../../lib/hex.ts'
import type { TxPool } from '../../txpool/txPool.ts'
import type { ActiveFault, Fault } from '../../types/fault.ts'
import type { MiningMode } from '../../types/options/options.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import type {
  FateTimes,
  FaultName,
  SentBy,
  TransactionContent,
  TransactionFate,
  TransactionReason,
} from '../../types/transactionFate.ts'
import type { Flashblock } from '../../types/view.ts'
import { type Faults, isMeant } from '../faults/faults.ts'
import type { InclusionDelays } from '../faults/inclusionDelays.ts'
import type { Located, OpenBlock, Reader } from '../read/reader.ts'
import type { BuiltBlocks } from '../read/readers.ts'
import { explain } from './explain.ts'
import type { Situation } from './explainPooled.ts'
import type { TransactionRecords } from './transactionRecords.ts'

/** A transaction that is in no block and no pool, with what it said. */
export interface DroppedTransaction {
  readonly fate: Extract<TransactionFate, { readonly status: 'dropped' }>
  readonly content: TransactionContent
}

/** A transaction, and how many flashblocks of its block have come since its own; none while it is pooled. */
interface Target {
  readonly transaction: SignedTransaction
  readonly flashblocksSince?: number | undefined
}

/** The first fault that may take the transaction out of its block, were that sealed now. */
export function armedAgainst(
  faults: readonly ActiveFault[],
  target: Target,
): FaultName | undefined {
  const found = faults.find(({ fault }) => isAgainst(fault, target))
  return found && { id: found.id, kind: found.fault.kind }
}

function isAgainst(fault: Fault, { transaction, flashblocksSince }: Target): boolean {
  switch (fault.kind) {
    case 'dropAtSeal':
      return isMeant(fault, transaction)
    case 'replaceAtSeal':
      return fault.transaction === transaction.hash
    case 'sealWithoutFlashblocks':
      return flashblocksSince !== undefined && flashblocksSince < fault.count
    default:
      return false
  }
}

type IsOfOtherKind = (
  sender: Address,
  parent: { readonly timestamp: bigint },
  block: { readonly timestamp: bigint },
) => boolean

export interface TransactionStatusesDeps {
  readonly chain: Chain
  readonly pool: TxPool
  readonly producer: BuiltBlocks
  readonly publisher: OpenBlock
  readonly reader: Pick<Reader, 'view' | 'context'>
  readonly records: TransactionRecords
  readonly faults: Faults
  readonly delays: InclusionDelays
  /** The transactions that wait for a live chain's state. */
  readonly stateWaits: Situation['stateWaits']
  /** Says for which kind of block a sender waits; none where all blocks are alike. */
  readonly largeBlocks?: { readonly isOfOtherKind: IsOfOtherKind } | undefined
  readonly fields: { hasStalledL1(timestamp: bigint): boolean }
  /** When blocks are made, as it is now. */
  readonly schedule: {
    readonly cadence: { readonly mining: MiningMode }
    readonly isPaused: boolean
  }
}

/** What has become of transactions, and why: where they are now, with what is remembered of them. */
export class TransactionStatuses {
  readonly #deps: TransactionStatusesDeps

  constructor(deps: TransactionStatusesDeps) {
    this.#deps = deps
  }

  find(hash: Hex): TransactionFate {
    const { publisher, records } = this.#deps
    const { times = {}, drop } = records.find(hash) ?? {}
    const located = this.#locate(hash)
    if (located === undefined) {
      return drop === undefined
        ? { status: 'unknown', hash }
        : { status: 'dropped', hash, times, ...drop }
    }
    const { transaction, block, receipt } = located
    if (block === undefined) {
      return { status: 'pooled', hash, executable: this.#isExecutable(transaction), times }
    }
    const place = { blockNumber: block.number, transactionIndex: receipt.index }
    if (block.kind === 'sealed') {
      return { status: 'sealed', hash, ...place, blockHash: block.hash, times }
    }
    const flashblock = publisher.flashblocks.find(
      ({ view }) => view.receipts.length > receipt.index,
    ) as Flashblock
    return { status: 'preconfirmed', hash, ...place, flashblockIndex: flashblock.index, times }
  }

  /** What is remembered of it beside its status. */
  memoryOf(hash: Hex): { readonly sentBy?: SentBy; readonly content?: TransactionContent } {
    const { records } = this.#deps
    const sentBy = records.senderOf(hash)
    const content = this.#locate(hash) === undefined ? records.contentOf(hash) : undefined
    return { ...(sentBy && { sentBy }), ...(content && { content }) }
  }

  /** It came by this request. */
  sent(hash: Hex, by: SentBy): void {
    this.#deps.records.sent(hash, by)
  }

  /** When it reached each status, as far as that is remembered. */
  timesOf(hash: Hex): FateTimes {
    return this.#deps.records.find(hash)?.times ?? {}
  }

  /** The newest of those that are dropped now, the newest last. */
  dropped(limit: number): readonly DroppedTransaction[] {
    const { records } = this.#deps
    const found: DroppedTransaction[] = []
    for (const hash of [...records.droppedHashes].reverse()) {
      if (found.length === limit) break
      const one = this.droppedNow(hash)
      if (one !== undefined) found.push(one)
    }
    return found.reverse()
  }

  /** The transaction if it is dropped now, and its content remembered. */
  droppedNow(hash: Hex): DroppedTransaction | undefined {
    const fate = this.find(hash)
    const content = this.#deps.records.contentOf(hash)
    return fate.status === 'dropped' && content !== undefined ? { fate, content } : undefined
  }

  /** Why it is not included, or where it is. */
  async explain(hash: Hex): Promise<TransactionReason> {
    const { publisher } = this.#deps
    const found = this.find(hash)
    if (found.status !== 'pooled' && found.status !== 'preconfirmed')
      return explain({ transaction: found })
    const { transaction } = this.#locate(hash) as Located
    if (found.status === 'preconfirmed') {
      const flashblocksSince = publisher.flashblocks.length - 1 - found.flashblockIndex
      return explain({ transaction: found, armed: this.#armed({ transaction, flashblocksSince }) })
    }
    const situation = this.#situation(transaction, await this.#openBlock())
    const leftOut = this.#deps.delays.find(hash)
    return explain({ situation, leftOut, armed: this.#armed({ transaction }) })
  }

  /** The place of a transaction, including pre-confirmations hidden from readers until the seal. */
  #locate(hash: Hex): Located | undefined {
    const { chain, pool, producer, publisher } = this.#deps
    const block = publisher.flashblocks.at(-1)?.view
    const receipt = publisher.receipt(hash)
    if (block && receipt) return { transaction: receipt.transaction, block, receipt }
    const waiting = pool.get(hash) ?? producer.transaction(hash)
    return chain.transaction(hash) ?? (waiting && { transaction: waiting })
  }

  #armed(target: Target): FaultName | undefined {
    return armedAgainst(this.#deps.faults.list(), target)
  }

  /** Whether no nonce is missing before it. */
  #isExecutable({ sender, envelope }: SignedTransaction): boolean {
    const { chain, pool, producer } = this.#deps
    const { state } = producer.pending ?? chain.head
    return envelope.nonce < pool.nextNonce(sender, state.account(sender.bytes)?.nonce ?? 0n)
  }

  #situation(transaction: SignedTransaction, block: Situation['block']): Situation {
    const { chain, pool, producer, schedule, stateWaits, largeBlocks, fields } = this.#deps
    const { sender, envelope, hash } = transaction
    const accountNonce = block.state.account(sender.bytes)?.nonce ?? 0n
    const isEarlier = ({ envelope: { nonce } }: SignedTransaction) =>
      nonce >= accountNonce && nonce < envelope.nonce
    return {
      transaction,
      earlier: pool.contentOf(sender.bytes).pending.filter(isEarlier),
      nextNonce: pool.nextNonce(sender, accountNonce),
      block,
      stateWaits,
      isOfOtherKind: largeBlocks?.isOfOtherKind(sender, chain.head.header, block.header),
      hasStalledL1: fields.hasStalledL1(block.header.timestamp),
      unpublished: producer.transaction(hash) !== undefined,
      mining: schedule.cadence.mining,
      paused: schedule.isPaused,
    }
  }

  /** The block after the head, as far as it is built. */
  async #openBlock(): Promise<Situation['block']> {
    const { producer, reader } = this.#deps
    const view = producer.pending ?? (await reader.view({ tag: 'pending' }))
    if (view.kind === 'pending') return view
    const { header, state } = await reader.context({ tag: 'pending' })
    return { header, state, receipts: [] }
  }
}
