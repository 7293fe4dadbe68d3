import { Fifo } from '../../lib/fifo.ts'
import { setImmediate } from '../../lib/realTimers.ts'

/**
 * Starts what it is given in the order of coming, at most `most` in one turn of the event loop: a client can send
 * thousands of requests in one piece, and others are to get their turn meanwhile. The turns are looked at after
 * `most` have started only, as each look is a turn of its own.
 */
export function inTurns(most: number): (start: () => void) => void {
  const waiting = new Fifo<() => void>()
  let started = 0

  function run(start: () => void): void {
    if (++started === most) setImmediate(nextTurn)
    start()
  }

  function nextTurn(): void {
    started = 0
    while (started < most) {
      const start = waiting.take()
      if (start === undefined) return
      run(start)
    }
  }

  return (start) => {
    if (started < most) run(start)
    else waiting.put(start)
  }
}
