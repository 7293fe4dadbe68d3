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

/** Blocks whose flashblocks are remembered. */
const mostBlocks = 256

/** Which flashblocks there were of the newest blocks, the open one among them. */
export class PublishedFlashblocks {
  readonly #now: () => number
  /** By the hash of the block's parent, as the block has no hash before it is sealed; oldest first. */
  readonly #byParent = new Map<Hex, readonly PublishedFlashblock[]>()

  /** `now` is chain time, ms. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** It can be seen at `pending`. */
  note({ index, payloadId, transactions, view }: Flashblock): void {
    const { hash } = view.parent
    const before = index === 0 ? [] : (this.#byParent.get(hash) ?? [])
    this.#byParent.delete(hash)
    const publishedMs = this.#now()
    const hashes = transactions.map((transaction) => transaction.hash)
    this.#byParent.set(hash, [...before, { index, payloadId, publishedMs, transactions: hashes }])
    if (this.#byParent.size > mostBlocks) this.#forgetOldest()
  }

  /** Of the block on this parent; none where nothing was pre-confirmed, or it was too long ago. */
  on(parentHash: Hex): readonly PublishedFlashblock[] {
    return this.#byParent.get(parentHash) ?? []
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
