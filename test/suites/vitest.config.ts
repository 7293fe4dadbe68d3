import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { dist } from './support/dist.ts'

export default defineConfig({
  resolve: { alias: { preconf: join(dist, 'index.js') } },
  test: {
    include: ['**/*.test.ts'],
    // Two cores is what CI has.
    maxWorkers: 2,
    // These only bound what hangs: a machine may be slow and busy.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    retry: 0,
  },
})
