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

  constructor(deps: ArtifactsDeps) {
    this.artifacts = new Artifacts(deps)
    this.stackTraces = new StackTraces(this.artifacts)
    this.gas = new Gas(deps.settings, this.artifacts)
  }
}
