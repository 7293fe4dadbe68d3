import type { BlockSchedule } from '../../devnet/build/blockSchedule.ts'

/** Restores something as it was when it was captured. */
export type Restore = () => void | Promise<void>

interface Entry {
  /** Captures what it is now. */
  readonly capture: () => Restore
  readonly restore: Restore
  /** Whether going back to a checkpoint restores it as well. */
  readonly isOfChain: boolean
}

/** What a scenario has changed beside the chain, and how it was before. */
export class Undo {
  readonly #entries = new Map<string, Entry>()

  /**
   * Called before each change: the first one of the key captures what it was. `isOfChain`: checkpoints have it, as
   * they have the chain and its cadence.
   */
  before(key: string, capture: () => Restore, { isOfChain = false } = {}): void {
    if (this.#entries.has(key)) return
    this.#entries.set(key, { capture, restore: capture(), isOfChain })
  }

  /** Restores all of it as it was before, the latest first; after a reset of the chain, what is not of the chain. */
  async run({ isReset }: { readonly isReset: boolean }): Promise<void> {
    const entries = [...this.#entries.values()].reverse()
    this.#entries.clear()
    for (const { restore, isOfChain } of entries) {
      if (!(isReset && isOfChain)) await restore()
    }
  }

  /** Returns what restores all that no checkpoint has, as it is now: the cadence, and what was changed. */
  capture(schedule: Pick<BlockSchedule, 'capture'>): () => Promise<void> {
    const goOn = schedule.capture({ inBlock: true })
    const captured = new Map<string, Restore>()
    for (const [key, { capture, isOfChain }] of this.#entries) {
      if (!isOfChain) captured.set(key, capture())
    }
    return async () => {
      for (const [key, { restore, isOfChain }] of [...this.#entries].reverse()) {
        if (!isOfChain) await (captured.get(key) ?? restore)()
      }
      await goOn()
    }
  }
}
