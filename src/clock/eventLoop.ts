// Taken when the module loads, so that the fake timers of test runners do not stop a devnet.
const setImmediateNow: ((task: () => void) => unknown) | undefined = globalThis.setImmediate
const setTimeoutNow = globalThis.setTimeout

/** Lets the event loop serve what waits (sockets, timers), then goes on. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    if (setImmediateNow) setImmediateNow(resolve)
    else setTimeoutNow(resolve, 0)
  })
}
