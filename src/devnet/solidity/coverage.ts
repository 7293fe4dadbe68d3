import type { CodeCoverage } from '../../ethereumjs/interpreter/codeCoverage.ts'
import type { CoverageReport } from '../../types/solidity/coverageReport.ts'
import type { Artifacts } from './artifacts.ts'

/** Nobody has asked for coverage at the start. */
class NoCoverage extends Error {
  override readonly name = 'NoCoverage'
  readonly code = -32000

  constructor() {
    super('no coverage is collected: start with --coverage, or with the option coverage')
  }
}

/** Which lines of contracts a devnet and its forks have run, where that was asked for at the start. */
export class Coverage {
  readonly #collected: CodeCoverage | undefined
  readonly #artifacts: Artifacts

  constructor(collected: CodeCoverage | undefined, artifacts: Artifacts) {
    this.#collected = collected
    this.#artifacts = artifacts
  }

  /** Throws a `NoCoverage`. */
  async report(): Promise<CoverageReport> {
    if (this.#collected === undefined) throw new NoCoverage()
    const { coverFiles } = await import('../../solidity/coverage/coverFiles.ts')
    const { coverageReport } = await import('../../solidity/coverage/coverageTable.ts')
    const index = await this.#artifacts.current()
    return coverageReport(await coverFiles(this.#collected.codes, index))
  }
}
