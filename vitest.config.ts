import { defineConfig } from 'vitest/config'

const sources = new URL('src', import.meta.url).pathname
const fixtures = new URL('fixtures', import.meta.url).pathname

/** Where CI wants the results as JSON. */
const report = process.env.PRECONF_TEST_REPORT

export default defineConfig({
  // The README's tests are written as a user writes them.
  resolve: {
    alias: [
      { find: /^preconf$/, replacement: `${sources}/index.ts` },
      { find: /^preconf\/fixtures\/(.*)$/, replacement: `${fixtures}/$1` },
      { find: /^preconf\/browser$/, replacement: `${sources}/browser/index.ts` },
      { find: /^preconf\/(.*)$/, replacement: `${sources}/testing/$1.ts` },
    ],
  },
  test: {
    include: ['test/**/*.test.ts'],
    // Packages of their own.
    exclude: ['test/suites/**', 'test/examples/**'],
    // Two cores is what CI has; a worker per core, each file on its own devnets and free ports.
    maxWorkers: 2,
    // Files share what they import: loading it anew for each took most of the time.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    retry: 0,
    reporters: report ? ['default', 'json'] : ['default'],
    ...(report && { outputFile: { json: report } }),
  },
})
