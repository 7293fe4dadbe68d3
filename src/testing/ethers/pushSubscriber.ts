import type { Subscriber } from 'ethers'
import type { Followed } from '../push/follow.ts'

/** Has what is pushed told. */
export type Follow = (onPush: (result: unknown) => void) => Promise<Followed>

/** What an ethers provider starts and stops for the listeners of one event: a subscription. */
export class PushSubscriber implements Subscriber {
  readonly #follow: Follow
  readonly #tell: (result: unknown) => void
  readonly #onError: (error: unknown) => void
  #followed: Promise<Followed | undefined> | undefined
  /** What waits for the end of a pause. */
  #held: unknown[] = []
  #pause: 'holding' | 'dropping' | undefined

  constructor(follow: Follow, tell: (result: unknown) => void, onError: (error: unknown) => void) {
    this.#follow = follow
    this.#tell = tell
    this.#onError = onError
  }

  start(): void {
    this.#followed ??= this.#follow((result) => this.#pushed(result)).catch((error) => {
      this.#onError(error)
      return undefined
    })
  }

  stop(): void {
    this.#followed?.then((followed) => followed?.end())
    this.#followed = undefined
  }

  pause(dropWhilePaused?: boolean): void {
    this.#pause = dropWhilePaused ? 'dropping' : 'holding'
  }

  resume(): void {
    this.#pause = undefined
    for (const result of this.#held.splice(0)) this.#tell(result)
  }

  #pushed(result: unknown): void {
    if (this.#pause === 'dropping') return
    if (this.#pause === 'holding') this.#held.push(result)
    else this.#tell(result)
  }
}
