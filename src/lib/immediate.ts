type Immediates = Pick<typeof globalThis, 'setImmediate' | 'clearImmediate'>

/**
 * `setImmediate` and `clearImmediate` where there are none, as in browsers: a message to oneself comes in
 * the next turn of the event loop, where a timer that sets another would wait for 4 ms.
 */
export function createImmediates(): Immediates {
  const waiting = new Map<unknown, () => void>()
  const { port1, port2 } = new MessageChannel()
  let last = 0
  port1.addEventListener('message', (event) => {
    const { data } = event as MessageEvent
    const callback = waiting.get(data)
    waiting.delete(data)
    callback?.()
  })
  port1.start()
  return {
    setImmediate: ((callback: (...given: unknown[]) => void, ...given: unknown[]) => {
      waiting.set(++last, () => callback(...given))
      port2.postMessage(last)
      // What they give is for `clearImmediate` alone.
      return last
    }) as unknown as Immediates['setImmediate'],
    clearImmediate: (handle) => {
      waiting.delete(handle)
    },
  }
}
