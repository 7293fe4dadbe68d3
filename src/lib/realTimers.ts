import { createImmediate } from './immediate.ts'

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
