import { withState } from '../../state/stateMiss.ts'
import type { LiveChain } from './liveChain.ts'

/** The live chain that the devnet goes on from, if it does: a reset can give it another. */
export class Forked {
  #live: LiveChain | undefined

  constructor(live?: LiveChain) {
    this.#live = live
  }

  get live(): LiveChain | undefined {
    return this.#live
  }

  /** Runs a task that may lack something of the live chain's state, again once that is there. */
  whenThere<Result>(task: () => Result | Promise<Result>): Promise<Result> {
    return withState(task)
  }

  snapshot(): LiveChain | undefined {
    return this.#live
  }

  restore(live: LiveChain | undefined): void {
    this.#live = live
  }
}
