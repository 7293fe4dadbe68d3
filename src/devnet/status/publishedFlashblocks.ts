import { bytesToHex, type Hex } from '../../lib/hex.ts'
import type { Flashblock, SealedBlock } from '../../types/view.ts'

/** What was published as one flashblock. */
export interface PublishedFlashblock {
  readonly index: number
  /** Identifies the block that was being built. */
  readonly payloadId: Hex
  /** Chain time, ms since 1970. */
  readonly publishedMs: number
  /** Hashes of what it added, in order; the sealed block may have others. */
  readonly transactions: readonly Hex[]
}

/** The flashblocks of a block, as they are kept: most are empty, and a thousand chains publish five a second. */
interface Kept {
  readonly payloadId: Hex
  readonly indexes: number[]
  readonly publishedMs: number[]
  /** The transactions of flashblocks that are not empty, by their position among these. */
  transactions: Map<number, readonly Hex[]> | undefined
}

/** Blocks whose flashblocks are remembered. */
const maxBlocks = 256

const none: readonly Hex[] = []

/** Which flashblocks there were of the newest blocks, the open one among them. */
export class PublishedFlashblocks {
  readonly #now: () => number
  /** Flashblocks by the hash of the block's parent, as an open block has no hash; oldest first. */
  readonly #byParent = new Map<Hex, Kept>()

  /** `now` is chain time, ms. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** It can be seen at `pending`. */
  note({ index, payloadId, transactions, view }: Flashblock): void {
    const parent = view.parent.hash
    const before = index > 0 ? this.#byParent.get(parent) : undefined
    const kept = before ?? this.#begin(parent, payloadId)
    if (transactions.length > 0) {
      kept.transactions ??= new Map()
      kept.transactions.set(
        kept.indexes.length,
        transactions.map(({ hash }) => hash),
      )
    }
    kept.indexes.push(index)
    kept.publishedMs.push(this.#now())
  }

  /** Begins the newest block. */
  #begin(parent: Hex, payloadId: Hex): Kept {
    const indexes: number[] = []
    const publishedMs: number[] = []
    const kept: Kept = { payloadId, indexes, publishedMs, transactions: undefined }
    this.#byParent.delete(parent)
    this.#byParent.set(parent, kept)
    if (this.#byParent.size > maxBlocks) this.#forgetOldest()
    return kept
  }

  /**
   * Returns the flashblocks of the block on this parent; none where nothing was pre-confirmed, or it was too long ago.
   */
  on(parentHash: Hex): readonly PublishedFlashblock[] {
    const kept = this.#byParent.get(parentHash)
    if (kept === undefined) return []
    return kept.indexes.map((index, at) => ({
      index,
      payloadId: kept.payloadId,
      publishedMs: kept.publishedMs[at] as number,
      transactions: kept.transactions?.get(at) ?? none,
    }))
  }

  /** Blocks have left the chain: those in their place were not published by flashblocks. */
  forget(removed: readonly Pick<SealedBlock, 'header'>[]): void {
    for (const { header } of removed) this.#byParent.delete(bytesToHex(header.parentHash))
  }

  #forgetOldest(): void {
    const [oldest] = this.#byParent.keys()
    if (oldest !== undefined) this.#byParent.delete(oldest)
  }
}
