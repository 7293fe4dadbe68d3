import type { Chain } from '../../chain/chain.ts'
import { maxLag } from '../../types/fault.ts'
import type { Flashblock } from '../../types/view.ts'
import type { Published } from '../read/readers.ts'

/** A flashblock, the chain when it was published, and how many empty ones followed it there. */
export interface Publication {
  readonly chain: Chain
  readonly flashblock: Flashblock
  readonly repeats: number
}

/** The newest one, and as many before it as stale reads can lag behind. */
const mostPublished = maxLag + 1

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

  /** For another one that begins so. */
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
    const oldest = Math.max(0, all.length - mostPublished)
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
      if (next === -1 || rest < mostPublished) return
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
