import { expect } from 'vitest'
import { vitestMatchers } from './matchers/vitestMatchers.ts'
import { devnetTest } from './vitest/devnetTest.ts'

export { fixture } from '../index.ts'
export type { PreconfMatchers } from './matchers/preconfMatchers.ts'
export { type DevnetContext, type DevnetTestOptions, devnetTest } from './vitest/devnetTest.ts'
export { workerUrl } from './worker/workerUrl.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the server of the global setup. */
    preconf: string
  }
}

expect.extend(vitestMatchers(expect))

/** Vitest's `test` with a chain for each test: see `devnetTest`. */
export const test = devnetTest()
