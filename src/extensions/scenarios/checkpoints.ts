import type { Devnet } from '../../devnet/devnet.ts'
import type { Hex } from '../../lib/hex.ts'
import { ScenarioRefusal } from './outcome.ts'
import type { Position } from './position.ts'

/** Where a scenario is, with all that a checkpoint of the devnet does not have. */
export interface Moment {
  readonly position: Position
  /** The scenario's time, ms. */
  readonly nowMs: number
  /** Transactions by the names of their steps. */
  readonly sent: ReadonlyMap<string, Hex>
  /** Restores what has changed beside the chain. */
  readonly restore: () => Promise<void>
}

/** The checkpoints that a scenario has passed, by name. */
export class Checkpoints {
  readonly #devnet: Pick<Devnet, 'history'>
  readonly #kept = new Map<string, Moment & { readonly id: Hex }>()

  constructor(devnet: Pick<Devnet, 'history'>) {
    this.#devnet = devnet
  }

  /** `id`: the checkpoint of the devnet. */
  keep(name: string, id: Hex, moment: Moment): void {
    const before = this.#kept.get(name)
    if (before !== undefined) this.#devnet.history.forget(before.id)
    this.#kept.set(name, { ...moment, id })
  }

  /** Goes back to a checkpoint, and forgets those that were passed after it. Throws a `ScenarioRefusal`. */
  async restore(name: string): Promise<Moment> {
    const kept = this.#kept.get(name)
    if (kept === undefined) {
      const names = [...this.#kept.keys()].join(', ') || 'none so far'
      throw new ScenarioRefusal(
        `the scenario has not passed a checkpoint '${name}'; it has passed ${names}`,
      )
    }
    const isThere = await this.#devnet.history.restore(kept.id)
    if (!isThere) {
      throw new ScenarioRefusal(`the devnet has forgotten the checkpoint '${name}', as by a reset`)
    }
    await kept.restore()
    for (const [other, { id, position }] of this.#kept) {
      if (position.next > kept.position.next) this.#forget(other, id)
    }
    return kept
  }

  /** Forgets all of them. */
  clear(): void {
    for (const [name, { id }] of this.#kept) this.#forget(name, id)
  }

  #forget(name: string, id: Hex): void {
    this.#devnet.history.forget(id)
    this.#kept.delete(name)
  }
}
