import type { Subscriber } from 'ethers'
import type { Followed } from '../../provider/follow.ts'

/** What the subscriber of an event needs. */
interface PushSource {
  /** Subscribes, and calls `onPush` with each push. */
  readonly follow: (onPush: (result: unknown) => void) => Promise<Followed>
  readonly tell: (result: unknown) => void
  /** A polling subscriber, used where subscriptions are not possible. */
  readonly polling: () => Subscriber
}

/** Serves the listeners of one event of an ethers provider by a subscription. */
export class PushSubscriber implements Subscriber {
  readonly #source: PushSource
  /** What stops it. */
  #started: Promise<() => unknown> | undefined
  /** Pushes that wait for the end of a pause. */
  #held: unknown[] = []
  #pause: 'holding' | 'dropping' | undefined

  constructor(source: PushSource) {
    this.#source = source
  }

  start(): void {
    this.#started ??= this.#begin()
  }

  stop(): void {
    this.#started?.then((stop) => stop())
    this.#started = undefined
  }

  pause(dropWhilePaused?: boolean): void {
    this.#pause = dropWhilePaused ? 'dropping' : 'holding'
  }

  resume(): void {
    this.#pause = undefined
    for (const result of this.#held.splice(0)) this.#source.tell(result)
  }

  async #begin(): Promise<() => unknown> {
    const { follow, polling } = this.#source
    try {
      const { end } = await follow((result) => this.#pushed(result))
      return end
    } catch {
      const subscriber = polling()
      subscriber.start()
      return () => subscriber.stop()
    }
  }

  #pushed(result: unknown): void {
    if (this.#pause === 'dropping') return
    if (this.#pause === 'holding') this.#held.push(result)
    else this.#source.tell(result)
  }
}
