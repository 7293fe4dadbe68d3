import { expect } from 'vitest'
import type { PreconfMatchers } from './matchers/preconfMatchers.ts'
import { vitestMatchers } from './matchers/vitestMatchers.ts'
import { devnetTest } from './vitest/devnetTest.ts'

export { fixture } from '../index.ts'
export {
  type DevnetContext,
  type DevnetTestOptions,
  devnetTest,
  workerUrl,
} from './vitest/devnetTest.ts'
export type { PreconfMatchers }

declare module 'vitest' {
  // Vitest's own parameter, which nothing here depends on.
  // biome-ignore lint/suspicious/noExplicitAny: an interface is merged with equal parameters only
  interface Matchers<T = any> extends PreconfMatchers<void> {}

  interface ProvidedContext {
    /** URL of the server of the global setup. */
    preconf: string
  }
}

expect.extend(vitestMatchers(expect))

/**
 * Vitest's `test` with a chain for each test: see `devnetTest`.
 *
 * @example
 * import { test } from 'preconf/vitest'
 *
 * test('a transfer is sealed', async ({ walletClient, expect }) => {
 *   await expect(walletClient.sendTransaction({ to: bob, value: 1n })).toBeSealed()
 * })
 */
export const test = devnetTest()
