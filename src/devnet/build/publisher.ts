import type { Chain } from '../../chain/chain.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Hex } from '../../lib/hex.ts'
import { applyEdit } from '../../state/stateChanges.ts'
import type { Hub } from '../../subscriptions/hub.ts'
import { maxLag } from '../../types/requestFaults.ts'
import type { StateEdit } from '../../types/state.ts'
import type { Receipt } from '../../types/transaction.ts'
import type { Flashblock } from '../../types/view.ts'
import type { Faults } from '../faults/faults.ts'
import type { OpenBlock } from '../read/reader.ts'
import type { Published } from '../read/readers.ts'
import type { PublishedFlashblocks } from '../status/publishedFlashblocks.ts'
import type { TransactionRecords } from '../status/transactionRecords.ts'

/** A flashblock, the chain when it was published, and how many empty ones followed it there. */
interface Publication {
  readonly chain: Chain
  readonly flashblock: Flashblock
  readonly repeats: number
}

/** The newest one, and as many before it as stale reads can lag behind. */
const maxPublished = maxLag + 1

/**
 * The newest flashblocks that were published, oldest first and the first of a block. Of a chain where nothing happens
 * they differ by their index alone, so of those the first is kept.
 */
export class PastPublications {
  #kept: Publication[]
  #count: number

  constructor(kept: readonly Publication[] = []) {
    this.#kept = [...kept]
    this.#count = countOf(kept)
  }

  /** The publications for another publisher that begins with them. */
  get kept(): readonly Publication[] {
    return [...this.#kept]
  }

  /** `now` is kept as it is only if nothing has been sealed since the last one. */
  add(flashblock: Flashblock, now: Chain): void {
    if (flashblock.index === 0) this.#cut()
    const last = this.#kept.at(-1)
    const chain = last?.chain.isAsOf(now) ? last.chain : now.fork()
    if (last?.chain === chain && follows(flashblock, last)) {
      this.#kept[this.#kept.length - 1] = { ...last, repeats: last.repeats + 1 }
    } else {
      this.#kept.push({ chain, flashblock, repeats: 0 })
    }
    this.#count++
  }

  /** Puts another one into the place of the newest. */
  replace(flashblock: Flashblock, now: Chain): void {
    const last = this.#kept.pop()
    if (last !== undefined && last.repeats > 0) {
      this.#kept.push({ ...last, repeats: last.repeats - 1 })
    }
    this.#kept.push({ chain: now.fork(), flashblock, repeats: 0 })
  }

  /** What there was to be read `flashblocks` publications ago; the oldest that is kept when it is too long ago. */
  before(flashblocks: number): Published | undefined {
    const all = this.#kept.flatMap(each)
    const oldest = Math.max(0, all.length - maxPublished)
    const at = Math.max(oldest, all.length - 1 - flashblocks)
    const publication = all[at]
    if (publication === undefined) return undefined
    // A block's flashblocks are published one after the other.
    const { chain, flashblock } = publication
    const open = all.slice(Math.max(0, at - flashblock.index), at + 1)
    return { chain, flashblocks: open.map((published) => published.flashblock) }
  }

  /** Leaves out the oldest blocks that no stale read can reach. */
  #cut(): void {
    for (;;) {
      const next = this.#kept.findIndex(({ flashblock }, at) => at > 0 && flashblock.index === 0)
      const rest = this.#count - countOf(this.#kept.slice(0, Math.max(0, next)))
      if (next === -1 || rest < maxPublished) return
      this.#kept = this.#kept.slice(next)
      this.#count = rest
    }
  }
}

function countOf(kept: readonly Publication[]): number {
  return kept.reduce((count, { repeats }) => count + 1 + repeats, 0)
}

/** Whether it has nothing but its index that the one before does not have. */
function follows({ index, transactions, view }: Flashblock, last: Publication): boolean {
  const { flashblock, repeats } = last
  const before = flashblock.view
  return (
    transactions.length === 0 &&
    index === flashblock.index + repeats + 1 &&
    // A view has a header of its own wherever something else in it is new.
    view.header === before.header &&
    view.state === before.state &&
    view.edits === before.edits
  )
}

function each({
  chain,
  flashblock,
  repeats,
}: Publication): Pick<Publication, 'chain' | 'flashblock'>[] {
  const empty = Array.from({ length: repeats }, (_, at) => emptyAfter(flashblock, at + 1))
  return [flashblock, ...empty].map((published) => ({ chain, flashblock: published }))
}

function emptyAfter(flashblock: Flashblock, count: number): Flashblock {
  const index = flashblock.index + count
  const view = { ...flashblock.view, flashblock: index }
  return { ...flashblock, index, transactions: [], receipts: [], view }
}

export interface PublisherDeps {
  readonly chain: Chain
  readonly hub: Hub
  readonly records: TransactionRecords
  readonly published: PublishedFlashblocks
  readonly faults: Faults
  readonly clock: Pick<Clock, 'elapsed'>
}

/** What was published of the open block: for `Publisher.restore`. */
export interface PublisherSnapshot {
  readonly flashblocks: readonly Flashblock[]
  readonly history: readonly Publication[]
  /** How long it stays so whatever is built; none when it follows the builder. */
  readonly frozenMs: number | undefined
}

/**
 * Makes flashblocks visible and emits them, by the rules by which a node follows a builder
 * (base/base, `flashblocks/src/validation.rs`): the next one is the following index of the same
 * block, or index 0 of another; after a gap nothing is pre-confirmed until the next index 0.
 */
export class Publisher implements OpenBlock {
  /** The flashblocks of the newest blocks. */
  readonly published: PublishedFlashblocks
  readonly #chain: Chain
  readonly #hub: Hub
  readonly #records: TransactionRecords
  readonly #faults: Faults
  readonly #clock: PublisherDeps['clock']
  /** Until when what is published stays as it is, in elapsed ms. */
  #frozenUntilMs: number | undefined
  #flashblocks: readonly Flashblock[] = []
  #receipts = new Map<Hex, Receipt>()
  #history = new PastPublications()

  constructor({ chain, hub, records, published, faults, clock }: PublisherDeps) {
    this.#faults = faults
    this.#clock = clock
    this.#chain = chain
    this.#hub = hub
    this.#records = records
    this.published = published
  }

  /** The flashblocks of the open block, oldest first; none once its parent is no longer the head. */
  get flashblocks(): readonly Flashblock[] {
    if (this.isFrozen) return this.#flashblocks
    const parent = this.#flashblocks[0]?.view.parent
    return parent?.hash === this.#chain.head.hash ? this.#flashblocks : []
  }

  receipt(hash: Hex): Receipt | undefined {
    const receipt = this.#receipts.get(hash)
    const isSealed = () => this.#chain.transaction(hash) !== undefined
    return receipt !== undefined && this.isFrozen && isSealed() ? undefined : receipt
  }

  /** Whether a fault keeps what is published as it is. */
  get isFrozen(): boolean {
    return this.#frozenUntilMs !== undefined && this.#clock.elapsed() < this.#frozenUntilMs
  }

  /** Follows the builder again. */
  thaw(): void {
    if (!this.isFrozen) return
    this.#frozenUntilMs = undefined
    this.clear()
  }

  /** What there was to be read `flashblocks` publications ago; the oldest that is kept when it is too long ago. */
  before(flashblocks: number): Published | undefined {
    return this.#history.before(flashblocks)
  }

  /** Publishes a flashblock. A repeated one is published again, and changes nothing. */
  publish(flashblock: Flashblock): void {
    if (this.#stays(flashblock)) return
    const published = this.flashblocks
    const { index, payloadId } = flashblock
    const isSameBlock = published[0]?.payloadId === payloadId
    const isRepeated = isSameBlock && index < published.length
    if (!isRepeated) {
      const follows = index === 0 || (isSameBlock && index === published.length)
      if (!follows) {
        this.clear()
        return
      }
      // A list that is spread into another one gets room for many more, which each chain would keep.
      this.#show(index === 0 ? [flashblock] : [...published, flashblock])
    }
    this.#hub.flashblock(flashblock)
  }

  /** Changes an account of the newest flashblock, for all reads from now on. */
  edit(edit: StateEdit): void {
    const newest = this.flashblocks.at(-1)
    if (newest === undefined) return
    const flashblock = edited(newest, edit)
    this.#flashblocks = [...this.#flashblocks.slice(0, -1), flashblock]
    this.#history.replace(flashblock, this.#chain)
  }

  /** Nothing is pre-confirmed any more. */
  clear(): void {
    if (this.isFrozen) return
    this.#flashblocks = []
    this.#receipts = new Map()
  }

  snapshot(): PublisherSnapshot {
    const frozenMs = this.isFrozen ? Number(this.#frozenUntilMs) - this.#clock.elapsed() : undefined
    return { flashblocks: this.flashblocks, history: this.#history.kept, frozenMs }
  }

  /** Shows what was visible at the snapshot; the chain is there already. */
  restore({ flashblocks, history, frozenMs }: PublisherSnapshot): void {
    this.#frozenUntilMs = undefined
    this.clear()
    this.#frozenUntilMs = frozenMs && this.#clock.elapsed() + frozenMs
    this.#flashblocks = flashblocks
    this.#history = new PastPublications(history)
    this.#note(flashblocks.at(-1)?.view.receipts ?? [])
  }

  /** Whether what is published stays as it is instead of following this flashblock. */
  #stays({ index }: Flashblock): boolean {
    if (this.isFrozen) return true
    if (this.#faults.isEmpty || this.flashblocks.length === 0) return false
    const taken = this.#faults.takeFirst('freezePending', undefined, { flashblock: index })
    if (taken === undefined) return false
    const { ms = Number.POSITIVE_INFINITY } = taken.fault
    this.#frozenUntilMs = this.#clock.elapsed() + ms
    return this.isFrozen
  }

  #show(flashblocks: readonly Flashblock[]): void {
    const newest = flashblocks.at(-1) as Flashblock
    if (newest.index === 0) this.#receipts = new Map()
    this.#flashblocks = flashblocks
    this.#note(newest.receipts)
    this.#records.published(newest)
    this.published.note(newest)
    this.#history.add(newest, this.#chain)
  }

  #note(receipts: readonly Receipt[]): void {
    for (const receipt of receipts) this.#receipts.set(receipt.transaction.hash, receipt)
  }
}

/** The flashblock with an account changed after it. */
export function edited(flashblock: Flashblock, edit: StateEdit): Flashblock {
  const { view } = flashblock
  const edits = [...view.edits, { after: view.transactions.length, edit }]
  return { ...flashblock, view: { ...view, edits, state: applyEdit(view.state, edit) } }
}
