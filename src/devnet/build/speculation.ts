import type { Chain } from '../../chain/chain.ts'
import type { TxPool } from '../../txpool/txPool.ts'
import type { Flashblock, PendingBlockView } from '../../types/view.ts'
import type { BlockFields } from './blockFields.ts'
import type { Producer } from './produce.ts'

interface SpeculationDeps {
  readonly chain: Chain
  readonly pool: TxPool
  readonly fields: BlockFields
  readonly publisher: { readonly flashblocks: readonly Flashblock[] }
  readonly producer: Producer
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
    const { chain, pool, fields, publisher, producer } = this.#deps
    const published = publisher.flashblocks.at(-1)
    // An edit of accounts leaves the head's hash and makes another object.
    const on = published ?? chain.head
    const next = `${fields.revision} ${fields.next(chain.head).timestamp}`
    const isSame = (built: Built) => built.on === on && (published || built.fields === next)
    if (this.#built && isSame(this.#built) && this.#built.poolRevision === pool.revision) {
      return this.#built.view
    }
    const before = this.#complete && isSame(this.#complete.built) ? this.#complete.view : undefined
    const view = producer.speculate(published, before)
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
