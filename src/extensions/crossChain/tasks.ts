import type { Devnet } from '../../devnet/devnet.ts'

/** What follows from events of chains that share a clock: one thing after the other. */
export class Tasks {
  readonly #devnet: Devnet
  readonly #waiting: (() => Promise<void>)[] = []
  #working: Promise<void> | undefined
  #isClosed = false

  /** `devnet` receives the errors. */
  constructor(devnet: Devnet) {
    this.#devnet = devnet
  }

  /** Does something after what is under way. A manual clock that is advanced waits for it. */
  add(task: () => Promise<void>): void {
    if (this.#isClosed) return
    this.#waiting.push(task)
    if (this.#working !== undefined) return
    this.#working = this.#work()
    const working = this.#working
    this.#devnet.clock.soon(() => working)
  }

  async #work(): Promise<void> {
    // What has caused it ends first.
    await undefined
    for (let task = this.#waiting.shift(); task; task = this.#waiting.shift()) {
      try {
        await task()
      } catch (error) {
        if (!this.#isClosed) this.#devnet.onError(error)
      }
    }
    this.#working = undefined
  }

  /** Resolves when all is done. */
  async settled(): Promise<void> {
    while (this.#working !== undefined) await this.#working
  }

  /** Does nothing any more but what is under way. */
  close(): void {
    this.#isClosed = true
    this.#waiting.length = 0
  }
}
