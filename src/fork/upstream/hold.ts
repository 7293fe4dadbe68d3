import { clearInterval, setInterval } from '../../lib/realTimers.ts'

/** The longest delay of a timer, ms. */
const longestMs = 2_147_483_647

/**
 * Keeps the process alive while somebody waits for an answer, as an open socket would: between two tries
 * there is none, and the clock's timers keep nothing alive.
 */
export class Hold {
  #waiting = 0
  #handle: ReturnType<typeof setInterval> | undefined

  enter(): void {
    this.#waiting++
    this.#handle ??= setInterval(() => {}, longestMs)
  }

  /** Once for each `enter`. */
  leave(): void {
    this.#waiting--
    if (this.#waiting > 0) return
    clearInterval(this.#handle)
    this.#handle = undefined
  }
}
