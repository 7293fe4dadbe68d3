import { defineConfig } from 'vitest/config'

// A shared runner may take longer than five seconds for a test.
export default defineConfig({ test: { maxWorkers: 2, testTimeout: 60_000 } })
