import type { Address } from '@ethereumjs/util'
import type { PendingBlock, SealOptions } from '../../block/pendingBlock.ts'
import type { Chain } from '../../chain/chain.ts'
import type { Clock } from '../../clock/clock.ts'
import { blobBaseFeeOf } from '../../execution/rules/fees.ts'
import type { HeaderFields } from '../../execution/rules/header.ts'
import type { Hex } from '../../lib/hex.ts'
import { ForkedState } from '../../state/forkedState.ts'
import { applyEdit } from '../../state/stateChanges.ts'
import type { Hub } from '../../subscriptions/hub.ts'
import type { TxPool } from '../../txpool/txPool.ts'
import type { StateEdit } from '../../types/state.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import type { Flashblock, PendingBlockView, SealedBlock } from '../../types/view.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import type { Faults } from '../faults/faults.ts'
import type { InclusionDelays } from '../faults/inclusionDelays.ts'
import type { SkippedStates } from '../faults/skippedStates.ts'
import type { Settings } from '../options/options.ts'
import type { TransactionRecords } from '../status/transactionRecords.ts'
import type { BlockFields } from './blockFields.ts'
import { concludeBlock, followState, waitingAgain } from './concludeBlock.ts'
import { dropUnfit, type FillLimits, fillBlock, offersFor } from './fillBlock.ts'
import type { FlashblockStream } from './flashblockStream.ts'
import type { LargeBlocks } from './largeBlocks.ts'
import { depositsIn, type Openings, replay } from './openings.ts'
import { edited, type Publisher } from './publisher.ts'
import { sealUnderFaults } from './sealUnderFaults.ts'
import { speculate } from './speculation.ts'
import type { StateWaits } from './stateWaits.ts'

/** What a block is made of and where it goes. */
export interface ProducerDeps {
  readonly openings: Openings
  readonly clock: Clock
  readonly chain: Chain
  readonly pool: TxPool
  readonly hub: Hub
  readonly fields: BlockFields
  readonly publisher: Publisher
  readonly settings: Pick<Settings, 'maxTransactions' | 'compatRules'>
  readonly stream: FlashblockStream
  readonly faults: Faults
  readonly records: TransactionRecords
  readonly stateWaits: StateWaits
  readonly delays: InclusionDelays
  readonly skippedStates: SkippedStates
  readonly largeBlocks: LargeBlocks | undefined
}

/** The block that is being built. */
interface OpenBlock {
  readonly block: PendingBlock
  /** The newest flashblock, whether it is published or not. */
  newest: Flashblock
  /** The number of transactions after each of its flashblocks. */
  counts: readonly number[]
  /** The transactions of the flashblocks, by hash. */
  readonly included: Map<Hex, SignedTransaction>
}

/** The open block at a moment: for `Producer.restore`. */
export interface ProducerSnapshot {
  readonly newest: Flashblock | undefined
  readonly counts: readonly number[]
}

/**
 * Makes blocks. The steps always run in this order: pool, pending block, flashblock, seal, conclude.
 * Its methods run one at a time, under the lock of the devnet; what it has built can be read at any time.
 */
export class Producer {
  readonly #deps: ProducerDeps
  #open: OpenBlock | undefined

  constructor(deps: ProducerDeps) {
    this.#deps = deps
  }

  /** The open block after its newest flashblock, whether that is published or not. */
  get pending(): PendingBlockView | undefined {
    const view = this.#open?.newest.view
    return view?.parent.hash === this.#deps.chain.head.hash ? view : undefined
  }

  /** The transaction of the open block with that hash. */
  transaction(hash: Hex): SignedTransaction | undefined {
    return this.pending && this.#open?.included.get(hash)
  }

  /** Whether a block is a large one, after which a usual one of the same time follows. */
  isLarge({ header, parent }: PendingBlockView): boolean {
    return this.#deps.largeBlocks?.isLarge(parent.header, header) ?? false
  }

  /** How many flashblocks the open block has. */
  get flashblockCount(): number {
    return (this.pending && this.#open?.counts.length) ?? 0
  }

  /** Whether the pool holds a transaction that the open block could take. */
  get hasExecutable(): boolean {
    const header = this.#open?.block.header
    return this.#deps.pool.hasBest(header?.baseFeePerGas, header && blobBaseFeeOf(header))
  }

  /** Opens the block after the head and publishes flashblock 0, unless one is open. `leadMs` from now it will be sealed. */
  async open(leadMs = 0): Promise<void> {
    await this.#opened(leadMs)
  }

  /** Runs the pool's best transactions on the open block and publishes the part that they make. */
  async flashblock(limits: FillLimits = {}): Promise<Flashblock> {
    const open = await this.#opened()
    const offers = offersFor(this.#deps.pool, open.block.header)
    for (const unfit of await fillBlock(this.#deps, open.block, offers, limits)) {
      dropUnfit(this.#deps, unfit)
    }
    this.#publish(open, open.block.flashblock())
    return open.newest
  }

  /** Seals the open block as pre-confirmed, unless a fault changes it. */
  async seal(options: SealOptions = {}): Promise<SealedBlock> {
    const { block: pending, newest, counts } = await this.#opened()
    const preConfirmed = { block: pending, view: newest.view, counts }
    const changed = await sealUnderFaults(this.#deps, preConfirmed, options)
    const block = changed?.block ?? (await pending.seal(options))
    concludeBlock(this.#deps, () => {
      this.#deps.chain.append(block)
      this.#deps.skippedStates.note(block)
      this.discard()
      // The pool has followed the flashblocks to the state that the block has too.
      return { kind: 'next', block, displaced: changed?.displaced }
    })
    return block
  }

  /** Makes a block that was built on the head the next one; what is pre-confirmed and not in it waits again. */
  commit(block: SealedBlock): void {
    concludeBlock(this.#deps, () => {
      const open = this.discard()
      this.#deps.chain.append(block)
      this.#deps.skippedStates.note(block)
      return { kind: 'next', block, displaced: waitingAgain(open) }
    })
  }

  /** Drops the open block. Returns its transactions, which are in no block and not in the pool. */
  discard(): readonly SignedTransaction[] {
    const transactions = this.pending?.transactions ?? []
    this.#open = undefined
    this.#deps.stream.cut()
    this.#deps.publisher.clear()
    return transactions
  }

  /** Whether the pool holds as many transactions, or as much gas, for the open block. */
  isWaiting({ transactions, gas }: { transactions: number; gas: bigint }): boolean {
    const header = this.#open?.block.header
    let [count, limits] = [0, 0n]
    for (const { envelope } of this.#deps.pool.best(
      header?.baseFeePerGas,
      header && blobBaseFeeOf(header),
    )) {
      count++
      limits += envelope.gasLimit
      if (count >= transactions || limits >= gas) return true
    }
    return false
  }

  /**
   * Makes another builder go on with the open block, where a fault says so: it begins with a new payload id, and
   * with what it has got of what was pre-confirmed.
   */
  async handOver(): Promise<Flashblock | undefined> {
    const open = this.pending && this.#open
    const { faults } = this.#deps
    if (open === undefined || faults.isEmpty) return undefined
    const isBegun = () => open.counts.length > 1
    const taken = faults.takeFirst('handOver', isBegun, { flashblock: open.newest.index })
    if (taken === undefined) return undefined
    const kept = open.counts.at(-1 - (taken.fault.lost ?? 0)) ?? 0
    await this.#reopen({ kept, isOfAnother: true })
    return this.#open?.newest
  }

  /** Changes an account: after the head, and after what is pre-confirmed. */
  edit(edit: StateEdit): void {
    const { chain, publisher } = this.#deps
    const open = this.pending && this.#open
    if (open !== undefined) {
      open.block.edit(edit)
      open.newest = edited(open.newest, edit)
      publisher.edit(edit)
    }
    chain.amendHead(applyEdit(chain.head.state, edit))
  }

  /**
   * Reopens the block, if one is open, with the present fields. Its transactions run again, between the same edits;
   * those that cannot run return to the pool or are dropped. It is sealed `leadMs` from now, by default at the planned
   * time.
   */
  reopen(leadMs?: number): Promise<void> {
    return this.#reopen({ leadMs })
  }

  /** How many ms from now the open block will be sealed; none where there is none. */
  get plannedMs(): number | undefined {
    const header = this.pending?.header
    return header && Math.max(0, Number(header.timestamp) * 1000 - this.#deps.clock.now())
  }

  /** `kept`: how many of its transactions are in the new one. `isOfAnother`: that is made by another builder. */
  async #reopen({ leadMs, kept, isOfAnother = false }: Reopening): Promise<void> {
    const { chain, fields, openings } = this.#deps
    const view = this.pending
    if (view === undefined) return
    const next = fields.next(chain.head, leadMs ?? this.plannedMs)
    // Should it throw, the block stays open as it was.
    const block = await openings.open(view.parent, isOfAnother ? ofAnother(next, view) : next)
    this.discard()
    // The new block has begun with deposits of its own.
    const begun = depositsIn(view.transactions)
    const transactions = view.transactions.slice(begun, kept)
    const lost = kept === undefined ? [] : view.transactions.slice(Math.max(begun, kept))
    const placed = view.edits.map(({ after, edit }) => ({ after: after - begun, edit }))
    // What was edited before the first transaction belongs to what is published first.
    for (const { after, edit } of placed) if (after <= 0) block.edit(edit)
    const open = this.#begin(block)
    const edits = placed.filter(({ after }) => after > 0)
    const skipped = await replay(block, { transactions, edits })
    for (const one of skipped) if (one.reason.isFinal) dropUnfit(this.#deps, one)
    const unfit = skipped.filter(({ reason }) => !reason.isFinal)
    const back = [...unfit.map(({ transaction }) => transaction), ...lost]
    if (back.length > 0) followState(this.#deps, back)
    if (transactions.length > 0) this.#publish(open, block.flashblock())
  }

  /**
   * Fetches what the pool's transactions need for the next flashblock, on a fork of a live chain: then the order of
   * answers does not decide what is in it.
   */
  warm(): Promise<void> | undefined {
    this.#deps.stateWaits.retry()
    return this.#deps.chain.head.state instanceof ForkedState ? this.#warm() : undefined
  }

  async #warm(): Promise<void> {
    const { stateWaits } = this.#deps
    do {
      await stateWaits.settled()
      const deps = { ...this.#deps, delays: this.#deps.delays.begun }
      await speculate(deps, this.pending && this.#open?.newest, undefined)
    } while (stateWaits.size > 0)
  }

  /** Begins to fetch the proofs of the block's root, on a fork of a live chain that gives proofs. */
  beginRoot(): void {
    const state = this.pending?.state
    // It never rejects: without them the block gets another root.
    if (state instanceof ForkedState) void state.fetchForRoot()
  }

  snapshot(): ProducerSnapshot {
    const open = this.pending && this.#open
    return { newest: open?.newest, counts: open?.counts ?? [] }
  }

  /** Goes on with the block that was open at the snapshot; the chain is there already. */
  restore({ newest, counts }: ProducerSnapshot): void {
    this.#open = undefined
    if (newest === undefined) return
    const block = this.#deps.openings.resume(newest.view)
    this.#open = { block, newest, counts, included: new Map() }
    include(this.#open, newest.view.transactions)
  }

  async #opened(leadMs = 0): Promise<OpenBlock> {
    if (this.#open !== undefined) return this.#open
    const { chain, fields, openings } = this.#deps
    return this.#begin(await openings.open(chain.head, fields.next(chain.head, leadMs)))
  }

  /** Makes a block the open one and publishes its flashblock 0. */
  #begin(block: PendingBlock): OpenBlock {
    const newest = block.flashblock()
    this.#open = { block, newest, counts: [], included: new Map() }
    this.#publish(this.#open, newest)
    return this.#open
  }

  #publish(open: OpenBlock, flashblock: Flashblock): void {
    const { hub, stream } = this.#deps
    open.newest = flashblock
    open.counts = [...open.counts, flashblock.view.transactions.length]
    include(open, flashblock.transactions)
    const promoted = followFlashblock(this.#deps, flashblock, open.included)
    stream.send(flashblock)
    for (const transaction of promoted) hub.pendingTransaction(transaction)
  }
}

/** How a block is opened again. */
interface Reopening {
  readonly leadMs?: number | undefined
  readonly kept?: number | undefined
  readonly isOfAnother?: boolean | undefined
}

/** The fields of a block that another builder makes: with other randomness, as its id follows from the fields. */
function ofAnother(fields: HeaderFields, { header }: PendingBlockView): HeaderFields {
  const prevRandao = keccak256(header.mixHash)
  return { ...fields, prevRandao, ...(fields.l1 && { l1: { ...fields.l1, hasOwnRandao: true } }) }
}

function include({ included }: OpenBlock, transactions: readonly SignedTransaction[]): void {
  for (const transaction of transactions) included.set(transaction.hash, transaction)
}

const setCodeType = 4

/**
 * Makes the pool follow the accounts to the state after a flashblock of a block that has the transactions `included`.
 * Returns what is executable from now on.
 */
function followFlashblock(
  { pool, records }: Pick<ProducerDeps, 'pool' | 'records'>,
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
