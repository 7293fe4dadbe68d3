import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Two cores is what CI has; a worker per core, each file on its own devnets and free ports.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    retry: 0,
  },
})
