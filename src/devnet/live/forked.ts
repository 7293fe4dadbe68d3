import type { Protocol } from '../../ethereumjs/protocol/protocol.ts'
import { withState } from '../../state/stateMiss.ts'
import type { LiveChain } from './liveChain.ts'
import type { Blocks } from './replayBlock.ts'

/** The live chain that the devnet goes on from, if it does: a reset can give it another. */
export class Forked {
  #live: LiveChain | undefined
  /** Of live chains that nobody goes on from any more. */
  #closing: Promise<unknown> = Promise.resolve()

  constructor(live?: LiveChain) {
    this.#live = live
    live?.hold()
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

  /** Goes on from that one. The one before is closed when no other devnet goes on from it. */
  restore(live: LiveChain | undefined): void {
    const before = this.#live
    if (before === live) return
    live?.hold()
    this.#live = live
    const letGo = before?.letGo()
    if (letGo === undefined) return
    // Whoever waits for it is told; until then it is nobody's.
    letGo.catch(() => {})
    this.#closing = Promise.all([this.#closing, letGo])
  }

  /** Resolves when the live chains before are closed. Throws what their cassettes do. */
  async settled(): Promise<void> {
    const closing = this.#closing
    this.#closing = Promise.resolve()
    await closing
  }

  /** Lets go of the live chain. */
  async close(): Promise<void> {
    this.restore(undefined)
    await this.settled()
  }
}

/** Runs what a fork at a transaction is to begin after. */
export async function replayed(
  { protocol, blocks }: { readonly protocol: Protocol; readonly blocks: Blocks },
  { replay }: LiveChain,
): Promise<void> {
  const { replayBlock } = await import('./replayBlock.ts')
  await replayBlock(replay, { protocol, blocks })
}
