import { setImmediate } from '../lib/realTimers.ts'

/** Lets the event loop serve what waits (sockets, timers), then goes on. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
