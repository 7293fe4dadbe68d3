import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { dist } from './support/dist.ts'

export default defineConfig({
  resolve: { alias: { preconf: join(dist, 'index.js') } },
  test: {
    include: ['**/*.test.ts'],
    // Two cores is what CI has.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    retry: 0,
  },
})
