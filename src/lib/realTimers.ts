/** What a fake of Vitest, Jest or Sinon says of itself: what it stands for has its name after a `_`. */
interface Fake {
  readonly clock?: Readonly<Record<string, unknown>>
}

/**
 * A global as it is without the fakes of a test runner, which must not stop a chain: it is taken when
 * this module is loaded, and where the fake is there already, from what that keeps.
 */
function real<Name extends keyof typeof globalThis>(name: Name): (typeof globalThis)[Name] {
  const found = globalThis[name]
  const kept = (found as Fake | undefined)?.clock?.[`_${name}`]
  return (kept as typeof found | undefined) ?? found
}

export const setTimeout = real('setTimeout')
export const clearTimeout = real('clearTimeout')
export const setInterval = real('setInterval')
export const clearInterval = real('clearInterval')

/** Browsers have none. */
export const setImmediate = 'setImmediate' in globalThis ? real('setImmediate') : createImmediate()

const performance = real('performance')

/** The functions `performance.now` and `Date.now` as they were before fake timers. */
export const monotonicNow = performance.now.bind(performance)
export const wallNow = real('Date').now

/**
 * `setImmediate` where there is none, as in browsers: a message to oneself comes in the next turn of the
 * event loop, where a timer that sets another would wait for 4 ms. Jest's jsdom has no channel either: it
 * is asked for when it is needed, by a chain.
 */
export function createImmediate(): typeof globalThis.setImmediate {
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
  }) as unknown as typeof globalThis.setImmediate
}
