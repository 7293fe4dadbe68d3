import type { PendingBlock } from '../../block/pendingBlock.ts'
import type { Chain } from '../../chain/chain.ts'
import type { BestTransactions } from '../../txpool/order.ts'
import type { TxPool } from '../../txpool/txPool.ts'
import type { Flashblock, PendingBlockView } from '../../types/view.ts'
import { type FillDeps, fillBlock, offersFor } from './fillBlock.ts'
import { depositsIn, type Openings } from './openings.ts'

export interface SpeculateDeps extends FillDeps {
  readonly chain: Chain
  readonly pool: TxPool
  readonly openings: Openings
}

/**
 * What the block would be with the pool's transactions after those that are `published`. Publishes
 * and keeps nothing. Goes on from `before`, what this gave of the same block, where the pool has
 * only grown.
 */
export async function speculate(
  deps: SpeculateDeps,
  published: Flashblock | undefined,
  before: PendingBlockView | undefined,
): Promise<PendingBlockView> {
  const { chain, fields, pool, openings } = deps
  if (before !== undefined) {
    const offers = offersFor(pool, before.header)
    const known = published?.view.transactions.length ?? depositsIn(before.transactions)
    const made = before.transactions.slice(known)
    if (made.every((transaction) => offers.next().value === transaction)) {
      return filled(deps, openings.resume(before), offers)
    }
  }
  const block =
    published === undefined
      ? await openings.open(chain.head, fields.next(chain.head))
      : openings.resume(published.view)
  return filled(deps, block, offersFor(pool, block.header))
}

async function filled(
  deps: SpeculateDeps,
  block: PendingBlock,
  offers: BestTransactions,
): Promise<PendingBlockView> {
  await fillBlock(deps, block, offers)
  return block.flashblock().view
}

interface SpeculationDeps extends SpeculateDeps {
  readonly publisher: { readonly flashblocks: readonly Flashblock[] }
}

/** What a speculation is built on, and what it was when that was done. */
interface Built {
  readonly on: unknown
  readonly fields: string
  readonly poolRevision: number
  readonly view: Promise<PendingBlockView>
}

/** The block that the pool's transactions would make on the head: `pending` where the pool has a part in it. */
export class Speculation {
  readonly #deps: SpeculationDeps
  #built: Built | undefined
  /** The newest one that is complete. */
  #complete: { readonly built: Built; readonly view: PendingBlockView } | undefined

  constructor(deps: SpeculationDeps) {
    this.#deps = deps
  }

  /** Kept until the head, what is published, the pool or the time of the next block is another. */
  view(): Promise<PendingBlockView> {
    const { chain, pool, fields, publisher } = this.#deps
    const published = publisher.flashblocks.at(-1)
    // An edit of accounts leaves the head's hash and makes another object.
    const on = published ?? chain.head
    const next = `${fields.revision} ${fields.next(chain.head).timestamp}`
    const isSame = (built: Built) => built.on === on && (published || built.fields === next)
    if (this.#built && isSame(this.#built) && this.#built.poolRevision === pool.revision) {
      return this.#built.view
    }
    const before = this.#complete && isSame(this.#complete.built) ? this.#complete.view : undefined
    const view = speculate(this.#deps, published, before)
    const built = { on, fields: next, poolRevision: pool.revision, view }
    this.#built = built
    // Readers that wait for the view get the error.
    view.then(
      (complete) => {
        this.#complete = { built, view: complete }
      },
      () => {},
    )
    return view
  }
}
