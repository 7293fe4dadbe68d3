import type { CodeCoverage } from '../../ethereumjs/interpreter/codeCoverage.ts'
import { keepCoverage } from '../../solidity/coverage/coverageFolder.ts'
import type { CompatRules } from '../options/compatRules.ts'
import { Artifacts, type ArtifactsDeps } from './artifacts.ts'
import { Coverage } from './coverage.ts'
import { Gas } from './gas.ts'
import { StackTraces } from './stackTraces.ts'

interface SolidityDeps extends ArtifactsDeps {
  readonly settings: ArtifactsDeps['settings'] & {
    readonly compatRules: Pick<CompatRules, 'peer'>
  }
}

/** What is known of contracts, of a devnet and its forks. */
export class Solidity {
  /** What compilers wrote of them. */
  readonly artifacts: Artifacts
  readonly stackTraces: StackTraces
  /** What transactions have cost. */
  readonly gas: Gas
  /** Which lines were run. */
  readonly coverage: Coverage

  /** `coverage`: what is collected of it, where that was asked for. */
  constructor(deps: SolidityDeps, coverage: CodeCoverage | undefined) {
    this.artifacts = new Artifacts(deps)
    const tellsUnknown = deps.settings.compatRules.peer === 'hardhat'
    this.stackTraces = new StackTraces(this.artifacts, tellsUnknown)
    this.gas = new Gas(deps, this.artifacts)
    this.coverage = new Coverage(coverage, this.artifacts)
    const { settings, onError } = deps
    if (coverage !== undefined && settings.coverage !== false) {
      keepCoverage(coverage, settings.coverage, onError)
    }
  }
}
