import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const sources = new URL('src', import.meta.url).pathname
const fixtures = new URL('fixtures', import.meta.url).pathname

/** Where CI wants the results as JSON. */
const report = process.env.PRECONF_TEST_REPORT

/**
 * When a test counts as hung, in ms: far longer than any takes, as a machine may be slow and busy. By night a property
 * has many times as many runs.
 */
const hangMs = 300_000 * Number(process.env.PRECONF_NIGHTLY_FACTOR ?? 1)

/** Folders of tests that wait for browsers, compilers and other processes, or run through many cases. */
const long = /\/test\/(?:browser|inspector|package|property|scale|scripts|testing)\//

/** The longest files begin, as otherwise the last of them runs alone. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => long.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

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
    // CI has two cores; the third worker uses them while another waits for a process or a browser.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Files share what they import: loading it anew for each took most of the time.
    isolate: false,
    globalSetup: ['test/support/runFolder.ts'],
    setupFiles: ['test/support/viemSockets.ts'],
    testTimeout: hangMs,
    hookTimeout: hangMs,
    expect: { poll: { timeout: hangMs / 5 } },
    retry: 0,
    reporters: report ? ['default', 'json'] : ['default'],
    ...(report && { outputFile: { json: report } }),
  },
})
