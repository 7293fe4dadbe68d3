import type { Chain } from '../../chain/chain.ts'
import type { TxPool } from '../../txpool/txPool.ts'
import type { PendingBlockView, SealedBlock } from '../../types/view.ts'
import type { BlockFields } from './blockFields.ts'

interface SpeculationDeps {
  readonly chain: Chain
  readonly pool: TxPool
  readonly fields: BlockFields
  /** Builds the block and keeps nothing. */
  readonly build: () => Promise<PendingBlockView>
}

/** The block that the pool's transactions would make on the head: `pending` where there are no flashblocks. */
export class Speculation {
  readonly #deps: SpeculationDeps
  #built:
    | { readonly on: SealedBlock; readonly key: string; readonly view: Promise<PendingBlockView> }
    | undefined

  constructor(deps: SpeculationDeps) {
    this.#deps = deps
  }

  /** Kept until the head, the pool or the time of the next block is another. */
  view(): Promise<PendingBlockView> {
    const { chain, pool, fields, build } = this.#deps
    const { head } = chain
    const key = `${pool.revision} ${fields.revision} ${fields.next(head).timestamp}`
    // An edit of accounts leaves the head's hash and makes another object.
    if (this.#built?.on === head && this.#built.key === key) return this.#built.view
    const view = build()
    this.#built = { on: head, key, view }
    return view
  }
}
