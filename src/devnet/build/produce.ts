import type { BlockHeader } from '@ethereumjs/block'
import type { Address } from '@ethereumjs/util'
import { PendingBlock, type SealOptions } from '../../block/pendingBlock.ts'
import type { SkipReason } from '../../block/skipReason.ts'
import type { Chain } from '../../chain/chain.ts'
import type { Clock } from '../../clock/clock.ts'
import type { MachinePool } from '../../ethereumjs/machine.ts'
import type { Protocol } from '../../ethereumjs/protocol/protocol.ts'
import { isDeposit } from '../../ethereumjs/protocol/sharedCommon.ts'
import { decodeWithoutBlobs } from '../../ethereumjs/transaction/decodeTransaction.ts'
import { blobBaseFeeOf } from '../../execution/rules/fees.ts'
import { bytesToHex, type Hex } from '../../lib/hex.ts'
import { ForkedState } from '../../state/forkedState.ts'
import { applyEdit } from '../../state/stateChanges.ts'
import type { Hub } from '../../subscriptions/hub.ts'
import type { BestTransactions } from '../../txpool/order.ts'
import type { TxPool } from '../../txpool/txPool.ts'
import type { PlacedEdit, StateEdit } from '../../types/state.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import type { Flashblock, PendingBlockView, SealedBlock } from '../../types/view.ts'
import type { Faults } from '../faults/faults.ts'
import type { Settings } from '../options/options.ts'
import type { TransactionRecords } from '../status/transactionRecords.ts'
import type { BlockFields } from './blockFields.ts'
import { type FillLimits, fillBlock, offersFor } from './buildBlock.ts'
import { concludeBlock, type Displaced, waitingAgain } from './concludeBlock.ts'
import type { FlashblockStream } from './flashblockStream.ts'
import { Openings } from './openings.ts'
import { edited, type Publisher } from './publisher.ts'
import { type Dropped, planSeal, type SealPlan } from './sealPlan.ts'
import { followState, type StateWaits } from './stateWaits.ts'

/** What a block is made of and where it goes. */
export interface ProducerDeps {
  readonly protocol: Protocol
  readonly machines: MachinePool
  readonly clock: Clock
  readonly chain: Chain
  readonly pool: TxPool
  readonly hub: Hub
  readonly fields: BlockFields
  readonly publisher: Publisher
  readonly settings: Pick<Settings, 'maxTransactions' | 'pendingHash' | 'compatRules'>
  readonly stream: FlashblockStream
  readonly faults: Faults
  readonly records: TransactionRecords
  readonly stateWaits: StateWaits
}

/** The open block at a moment: for `Producer.restore`. */
export interface ProducerSnapshot {
  readonly newest: Flashblock | undefined
  readonly counts: readonly number[]
}

/**
 * Makes blocks, in the one order there is:
 * pool -> pending block -> flashblock -> seal -> conclude.
 * Its methods run one at a time, under the owner's lock; what it has built can be read at any time.
 */
export class Producer {
  readonly #deps: ProducerDeps
  readonly #openings = new Openings()
  #building: PendingBlock | undefined
  #newest: Flashblock | undefined
  /** How many transactions the block had after each of its flashblocks. */
  #counts: readonly number[] = []
  /** The transactions of the flashblocks, by hash. */
  #included = new Map<Hex, SignedTransaction>()

  constructor(deps: ProducerDeps) {
    this.#deps = deps
  }

  /** The open block after its newest flashblock, whether that is published or not. */
  get pending(): PendingBlockView | undefined {
    const view = this.#newest?.view
    return view?.parent.hash === this.#deps.chain.head.hash ? view : undefined
  }

  /** The transaction of the open block with that hash. */
  transaction(hash: Hex): SignedTransaction | undefined {
    return this.pending && this.#included.get(hash)
  }

  /** Opens the block after the head and publishes flashblock 0, unless one is open. `leadMs` from now it will be sealed. */
  async open(leadMs = 0): Promise<void> {
    if (this.#building !== undefined) return
    const { chain, fields } = this.#deps
    this.#building = await this.#openOn(chain.head, fields.next(chain.head, leadMs))
    this.#forget()
    this.#publish(this.#building.flashblock())
  }

  /** How many flashblocks the open block has. */
  get flashblockCount(): number {
    return this.pending === undefined ? 0 : this.#counts.length
  }

  /** Runs the pool's best transactions on the open block and publishes the part that they make. */
  async flashblock(limits: FillLimits = {}): Promise<Flashblock> {
    await this.open()
    const building = this.#building as PendingBlock
    await this.#fill(building, limits)
    const flashblock = building.flashblock()
    this.#publish(flashblock)
    return flashblock
  }

  /** Seals the open block as pre-confirmed, unless a fault changes it. */
  async seal(options: SealOptions = {}): Promise<SealedBlock> {
    await this.open()
    const building = this.#building as PendingBlock
    const plan = this.#plan()
    const planned = plan && (await this.#sealAs(plan, building, options))
    const block = planned?.block ?? (await building.seal(options))
    concludeBlock(this.#deps, () => {
      this.#deps.chain.append(block)
      this.discard()
      // The pool has followed the flashblocks to the state that the block has too.
      return { kind: 'next', block, displaced: planned?.dropped.map(displacedBy) }
    })
    return block
  }

  /** Makes a block that was built on the head the next one; what is pre-confirmed and not in it waits again. */
  commit(block: SealedBlock): void {
    concludeBlock(this.#deps, () => {
      const open = this.discard()
      this.#deps.chain.append(block)
      return { kind: 'next', block, displaced: waitingAgain(open) }
    })
  }

  /** Whether the pool holds a transaction that the open block could take. */
  get hasExecutable(): boolean {
    const header = this.#building?.header
    return this.#deps.pool.hasBest(header?.baseFeePerGas, header && blobBaseFeeOf(header))
  }

  /** Changes an account: after the head, and after what is pre-confirmed. */
  edit(edit: StateEdit): void {
    const { chain, publisher } = this.#deps
    const newest = this.pending && this.#newest
    if (newest !== undefined) {
      this.#building?.edit(edit)
      this.#newest = edited(newest, edit)
      publisher.edit(edit)
    }
    chain.amendHead(applyEdit(chain.head.state, edit))
  }

  /**
   * Reopens the block, if one is open, with the present fields. Its transactions run again, between the same edits;
   * those that cannot run return to the pool or are dropped. It is sealed `leadMs` from now, by default at the planned
   * time.
   */
  async reopen(leadMs?: number): Promise<void> {
    const { chain, clock, fields } = this.#deps
    const view = this.pending
    if (view === undefined) return
    const plannedMs = Math.max(0, Number(view.header.timestamp) * 1000 - clock.now())
    // Should it throw, the block stays open as it was.
    const building = await this.#openOn(view.parent, fields.next(chain.head, leadMs ?? plannedMs))
    this.discard()
    this.#building = building
    // The block has begun with deposits of its own.
    const begun = depositsIn(view.transactions)
    const transactions = view.transactions.slice(begun)
    const placed = view.edits.map(({ after, edit }) => ({ after: after - begun, edit }))
    // What was edited before the first transaction belongs to what is published first.
    const edits = placed.filter(({ after }) => after > 0)
    for (const { after, edit } of placed) if (after <= 0) this.#building.edit(edit)
    this.#publish(this.#building.flashblock())
    const without = await addAll(this.#building, { transactions, edits })
    const back: SignedTransaction[] = []
    for (const { transaction, reason } of without) {
      if (reason.isFinal) this.#drop(transaction, reason)
      else back.push(transaction)
    }
    if (back.length > 0) followState(this.#deps, back)
    if (transactions.length > 0) this.#publish(this.#building.flashblock())
  }

  /**
   * What the block would be with the pool's transactions after those that are `published`. Publishes
   * and keeps nothing. Goes on from `before`, what this gave of the same block, where the pool has
   * only grown.
   */
  async speculate(published: Flashblock | undefined, before: PendingBlockView | undefined) {
    const { chain, fields, pool } = this.#deps
    if (before !== undefined) {
      const offers = offersFor(pool, before.header)
      const known = published?.view.transactions.length ?? depositsIn(before.transactions)
      const made = before.transactions.slice(known)
      if (made.every((transaction) => offers.next().value === transaction)) {
        return this.#speculateOn(this.#resume(before), offers)
      }
    }
    const block =
      published === undefined
        ? await this.#openOn(chain.head, fields.next(chain.head))
        : this.#resume(published.view)
    return this.#speculateOn(block, offersFor(pool, block.header))
  }

  /**
   * Fetches what the pool's transactions need for the next flashblock, on a fork of a live chain: then the order of
   * answers does not decide what is in it.
   */
  warm(): Promise<void> | undefined {
    this.#deps.stateWaits.retry()
    return this.#deps.chain.head.state instanceof ForkedState ? this.#warm() : undefined
  }

  /** Begins to fetch the proofs of the block's root, on a fork of a live chain that gives proofs. */
  beginRoot(): void {
    const state = this.pending?.state
    // It never rejects: without them the block gets another root.
    if (state instanceof ForkedState) void state.fetchForRoot()
  }

  async #warm(): Promise<void> {
    const { stateWaits } = this.#deps
    do {
      await stateWaits.settled()
      await this.speculate(this.pending && this.#newest, undefined)
    } while (stateWaits.size > 0)
  }

  async #speculateOn(block: PendingBlock, offers: BestTransactions): Promise<PendingBlockView> {
    await fillBlock(this.#deps, block, offers)
    return block.flashblock().view
  }

  #resume(view: PendingBlockView): PendingBlock {
    return PendingBlock.resume(this.#engine(view.header), view)
  }

  /** Drops the open block; its transactions, which are nowhere now. */
  discard(): readonly SignedTransaction[] {
    const transactions = this.pending?.transactions ?? []
    this.#building = undefined
    this.#forget()
    this.#deps.stream.cut()
    this.#deps.publisher.clear()
    return transactions
  }

  snapshot(): ProducerSnapshot {
    return { newest: this.pending && this.#newest, counts: this.#counts }
  }

  /** Goes on with the block that was open at the snapshot; the chain is there already. */
  restore({ newest, counts }: ProducerSnapshot): void {
    this.discard()
    if (newest === undefined) return
    this.#building = this.#resume(newest.view)
    this.#note(newest, newest.view.transactions)
    this.#counts = counts
  }

  #openOn(parent: SealedBlock, fields: ReturnType<BlockFields['next']>) {
    const header = { number: parent.number + 1n, timestamp: fields.timestamp }
    return this.#openings.open(this.#engine(header), parent, fields)
  }

  #engine({ number, timestamp }: { number: bigint; timestamp: bigint }) {
    const { protocol, machines, chain, settings } = this.#deps
    return {
      machines,
      common: protocol.commonAt(number, timestamp),
      blockHashes: (wanted: bigint) => chain.blockHash(wanted),
      hashOf: settings.pendingHash === 'real' ? headerHash : undefined,
    }
  }

  /** Adds what the pool offers, and drops what no block can take. */
  async #fill(block: PendingBlock, limits: FillLimits): Promise<void> {
    const offers = offersFor(this.#deps.pool, block.header)
    for (const { transaction, reason } of await fillBlock(this.#deps, block, offers, limits)) {
      this.#drop(transaction, reason)
    }
  }

  #drop(transaction: SignedTransaction, { code, message }: SkipReason): void {
    const { pool, records } = this.#deps
    pool.remove(transaction.hash)
    const isUsed = code === 'nonceTooLow'
    records.dropped(transaction, isUsed ? { reason: 'nonceUsed' } : { reason: 'invalid', message })
  }

  #publish(flashblock: Flashblock): void {
    const { hub, stream } = this.#deps
    this.#note(flashblock, flashblock.transactions)
    this.#counts = [...this.#counts, flashblock.view.transactions.length]
    const promoted = this.#prune(flashblock)
    stream.send(flashblock)
    for (const transaction of promoted) hub.pendingTransaction(transaction)
  }

  #note(newest: Flashblock, transactions: readonly SignedTransaction[]): void {
    this.#newest = newest
    for (const transaction of transactions) this.#included.set(transaction.hash, transaction)
  }

  #forget(): void {
    this.#newest = undefined
    this.#counts = []
    this.#included = new Map()
  }

  #plan(): SealPlan | undefined {
    const view = this.pending
    if (view === undefined || view.transactions.length === 0) return undefined
    if (this.#deps.faults.isEmpty) return undefined
    const { common } = this.#engine(view.header)
    // No fault takes away what the block begins with.
    const begun = depositsIn(view.transactions)
    const planned = {
      view: { transactions: view.transactions.slice(begun) },
      counts: this.#counts.map((count) => count - begun),
    }
    const plan = planSeal(planned, this.#deps.faults, (raw) => decodeWithoutBlobs(raw, common))
    if (plan === undefined || begun === 0) return plan
    const deposits = view.transactions.slice(0, begun)
    return { ...plan, transactions: [...deposits, ...plan.transactions] }
  }

  /** Builds the block again with other transactions; those that cannot run any more go back to the pool. */
  async #sealAs(
    { transactions, dropped, fault }: SealPlan,
    { header }: PendingBlock,
    options: SealOptions,
  ): Promise<{ block: SealedBlock; dropped: readonly Dropped[] }> {
    const { parent, withdrawals = [], edits } = this.pending as PendingBlockView
    const engine = this.#engine({ number: header.number, timestamp: header.timestamp })
    const building = PendingBlock.begin(engine, parent, header, withdrawals)
    const left = await addAll(building, { transactions, edits })
    const without = left.map(({ transaction }) => ({ transaction, fault, requeue: true }))
    return { block: await building.seal(options), dropped: [...dropped, ...without] }
  }

  /** The pool follows the accounts to the pre-confirmed state. */
  #prune({ transactions, view }: Flashblock): readonly SignedTransaction[] {
    if (transactions.length === 0) return []
    const nonceOf = (address: Address): bigint => view.state.account(address.bytes)?.nonce ?? 0n
    // An authorization (EIP-7702) raises the nonce of the account that signed it.
    const changesOthers = transactions.some(({ envelope }) => envelope.type === setCodeType)
    const senders = changesOthers ? undefined : transactions.map(({ sender }) => sender)
    const { pool, records } = this.#deps
    const { removed, promoted } = pool.prune(nonceOf, senders)
    for (const transaction of removed) {
      if (this.#included.has(transaction.hash)) continue
      records.dropped(transaction, { reason: 'nonceUsed' })
    }
    return promoted
  }
}

const setCodeType = 4

/** How many deposits a block begins with (OP stack). */
function depositsIn(transactions: readonly SignedTransaction[]): number {
  const first = transactions.findIndex(({ envelope }) => !isDeposit(envelope))
  return first === -1 ? transactions.length : first
}

function displacedBy({ transaction, fault, requeue }: Dropped): Displaced {
  return { transaction, drop: { reason: 'fault', fault }, requeue }
}

/** Runs transactions on a block that has none, with the edits in their places; those that it did not take. */
async function addAll(
  block: PendingBlock,
  { transactions, edits }: Pick<PendingBlockView, 'transactions' | 'edits'>,
): Promise<readonly { transaction: SignedTransaction; reason: SkipReason }[]> {
  const without: { transaction: SignedTransaction; reason: SkipReason }[] = []
  let next = 0
  const editUpTo = (count: number) => {
    for (; next < edits.length && (edits[next] as PlacedEdit).after <= count; next++) {
      block.edit((edits[next] as PlacedEdit).edit)
    }
  }
  for (const [index, transaction] of transactions.entries()) {
    editUpTo(index)
    const outcome = await block.addFetched(transaction)
    if (outcome.kind === 'skipped') without.push({ transaction, reason: outcome.reason })
  }
  editUpTo(Number.POSITIVE_INFINITY)
  return without
}

function headerHash(header: BlockHeader): Hex {
  return bytesToHex(header.hash())
}
