import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { globalSetup: ['preconf/vitest/global'], maxWorkers: 2 },
})
