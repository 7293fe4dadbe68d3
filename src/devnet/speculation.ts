import type { Chain } from '../chain/chain.ts'
import type { TxPool } from '../txpool/txPool.ts'
import type { PendingBlockView } from '../types/view.ts'
import type { BlockFields } from './blockFields.ts'

interface SpeculationParts {
  readonly chain: Chain
  readonly pool: TxPool
  readonly fields: BlockFields
  /** Builds the block and keeps nothing. */
  readonly build: () => Promise<PendingBlockView>
}

/** The block that the pool's transactions would make on the head: `pending` where there are no flashblocks. */
export class Speculation {
  readonly #parts: SpeculationParts
  #built: { readonly key: string; readonly view: Promise<PendingBlockView> } | undefined

  constructor(parts: SpeculationParts) {
    this.#parts = parts
  }

  /** Kept until the head, the pool or the time of the next block is another. */
  view(): Promise<PendingBlockView> {
    const { chain, pool, fields, build } = this.#parts
    const { head } = chain
    const key = `${head.hash} ${pool.revision} ${fields.next(head).timestamp}`
    if (this.#built?.key === key) return this.#built.view
    const view = build()
    this.#built = { key, view }
    return view
  }
}
