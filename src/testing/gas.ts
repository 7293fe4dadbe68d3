import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where chains in process leave what transactions cost. */
const variable = 'PRECONF_GAS_REPORT'

/**
 * A reporter for Vitest and for Jest: prints at the end of a run what transactions to contracts have
 * cost, in the chains of all workers.
 *
 * @example
 * // vitest.config.ts
 * import { defineConfig } from 'vitest/config'
 *
 * export default defineConfig({ test: { reporters: ['default', 'preconf/gas'] } })
 *
 * @example
 * // jest.config.ts
 * export default { reporters: ['default', 'preconf/gas'] }
 */
export default class GasReporter {
  #folder: Promise<string> | undefined

  /** Vitest begins: workers inherit the variable. */
  onInit(): Promise<void> {
    return this.onRunStart()
  }

  /** Jest begins. */
  async onRunStart(): Promise<void> {
    this.#folder ??= mkdtemp(join(tmpdir(), 'preconf-gas-'))
    process.env[variable] = await this.#folder
  }

  /** Vitest ends, or waits for changes of files. */
  onTestRunEnd(): Promise<void> {
    return this.onRunComplete()
  }

  /** Jest ends, or waits for changes of files. */
  async onRunComplete(): Promise<void> {
    const folder = await this.#folder
    if (folder === undefined) return
    // At the end: the reporter is in a process that has no chain.
    const { mergeGasReports } = await import('../index.ts')
    const gas = await mergeGasReports(folder)
    await rm(folder, { recursive: true, force: true })
    console.log(`\n${gas?.table ?? 'Gas: no transaction to a contract in a chain of a test'}\n`)
  }
}
