import { setImmediate, setTimeout } from '../lib/realTimers.ts'

/** Not everywhere outside of Node. */
const immediately: typeof setImmediate | undefined = setImmediate

/** Lets the event loop serve what waits (sockets, timers), then goes on. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    if (immediately) immediately(resolve)
    else setTimeout(resolve, 0)
  })
}
