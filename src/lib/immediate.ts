/**
 * `setImmediate` where there is none, as in browsers: a message to oneself comes in the next turn of the
 * event loop, where a timer that sets another would wait for 4 ms. Jest's jsdom has no channel either: it
 * is asked for when it is needed, by a chain.
 */
export function createImmediate(): typeof setImmediate {
  const waiting = new Map<unknown, () => void>()
  let port: InstanceType<typeof MessageChannel>['port2'] | undefined
  let last = 0

  function open() {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', (event) => {
      const { data } = event as MessageEvent
      const callback = waiting.get(data)
      waiting.delete(data)
      callback?.()
    })
    port1.start()
    return port2
  }

  return ((callback: (...given: unknown[]) => void, ...given: unknown[]) => {
    waiting.set(++last, () => callback(...given))
    port ??= open()
    port.postMessage(last)
    // The result is for `clearImmediate` only, which has no callers.
    return last
  }) as unknown as typeof setImmediate
}
