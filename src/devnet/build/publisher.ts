import type { Chain } from '../../chain/chain.ts'
import type { Hex } from '../../lib/hex.ts'
import { applyEdit } from '../../state/applyEdit.ts'
import type { Hub } from '../../subscriptions/hub.ts'
import type { StateEdit } from '../../types/state.ts'
import type { Receipt } from '../../types/transaction.ts'
import type { Flashblock } from '../../types/view.ts'
import type { PublishedFlashblocks } from '../fate/publishedFlashblocks.ts'
import type { TransactionRecords } from '../fate/transactionRecords.ts'
import type { OpenBlock } from '../read/reader.ts'
import type { Published } from '../read/readers.ts'
import { PastPublications, type Publication } from './pastPublications.ts'

export interface PublisherDeps {
  readonly chain: Chain
  readonly hub: Hub
  readonly records: TransactionRecords
  readonly published: PublishedFlashblocks
}

/** What was published of the open block: for `Publisher.restore`. */
export interface PublisherSnapshot {
  readonly flashblocks: readonly Flashblock[]
  readonly history: readonly Publication[]
}

/**
 * Makes flashblocks visible and tells of them, by the rules by which a node follows a builder
 * (base/base, `flashblocks/src/validation.rs`): the next one is the following index of the same
 * block, or index 0 of another; after a gap nothing is pre-confirmed until the next index 0.
 */
export class Publisher implements OpenBlock {
  /** The flashblocks of the newest blocks. */
  readonly published: PublishedFlashblocks
  readonly #chain: Chain
  readonly #hub: Hub
  readonly #records: TransactionRecords
  #flashblocks: readonly Flashblock[] = []
  #receipts = new Map<Hex, Receipt>()
  #history = new PastPublications()

  constructor({ chain, hub, records, published }: PublisherDeps) {
    this.#chain = chain
    this.#hub = hub
    this.#records = records
    this.published = published
  }

  /** Of the open block, oldest first; none once its parent is no longer the head. */
  get flashblocks(): readonly Flashblock[] {
    const parent = this.#flashblocks[0]?.view.parent
    return parent?.hash === this.#chain.head.hash ? this.#flashblocks : []
  }

  receipt(hash: Hex): Receipt | undefined {
    return this.#receipts.get(hash)
  }

  /** What there was to be read `flashblocks` publications ago; the oldest that is kept when it is too long ago. */
  before(flashblocks: number): Published | undefined {
    return this.#history.before(flashblocks)
  }

  /** One that was published already is told again, and changes nothing. */
  publish(flashblock: Flashblock): void {
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
    this.#flashblocks = []
    this.#receipts = new Map()
  }

  snapshot(): PublisherSnapshot {
    return { flashblocks: this.flashblocks, history: this.#history.kept }
  }

  /** Shows what was visible at the snapshot; the chain is there already. */
  restore({ flashblocks, history }: PublisherSnapshot): void {
    this.clear()
    this.#flashblocks = flashblocks
    this.#history = new PastPublications(history)
    this.#note(flashblocks.at(-1)?.view.receipts ?? [])
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
