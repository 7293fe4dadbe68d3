import type { CodeCoverage } from '../../ethereumjs/interpreter/codeCoverage.ts'
import { Artifacts, type ArtifactsDeps } from './artifacts.ts'
import { Gas } from './gas.ts'
import { StackTraces } from './stackTraces.ts'

/** What is known of contracts, of a devnet and its forks. */
export class Solidity {
  /** What compilers wrote of them. */
  readonly artifacts: Artifacts
  readonly stackTraces: StackTraces
  /** What transactions have cost. */
  readonly gas: Gas

  readonly #coverageFolder: false | string

  constructor(deps: ArtifactsDeps) {
    this.#coverageFolder = deps.settings.coverage
    this.artifacts = new Artifacts(deps)
    this.stackTraces = new StackTraces(this.artifacts)
    this.gas = new Gas(deps.settings, this.artifacts)
  }

  /** Writes what reports are made of to where that was asked for. */
  async write(coverage: CodeCoverage | undefined): Promise<void> {
    await this.gas.write()
    if (!coverage?.hasNews || this.#coverageFolder === false) return
    coverage.hasNews = false
    const { writeCoverage } = await import('../../solidity/coverage/coverageFolder.ts')
    await writeCoverage(this.#coverageFolder, coverage.codes)
  }
}
