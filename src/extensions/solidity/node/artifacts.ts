import type { Clock } from '../../../clock/clock.ts'
import type { LimitSettings } from '../../../devnet/options/limitOptions.ts'
import type { SoliditySettings } from '../../../devnet/options/solidityOptions.ts'
import { createBudget } from '../../../execution/trace/frames.ts'
import type { RunAgain } from '../../../execution/trace/tracer.ts'
import type { ArtifactIndex } from '../artifacts/artifactIndex.ts'
import type { StackTrace } from '../stackTrace/entries.ts'
import type { Programs } from '../syntax/program.ts'

export interface ArtifactsDeps {
  readonly settings: SoliditySettings & Pick<LimitSettings, 'limits'>
  readonly clock: Pick<Clock, 'realMs'>
  /** Gets a line about each file that is not as it should be, or not there. */
  readonly onError: (warning: unknown) => void
}

/** The compiled contracts that a devnet and its forks know: loaded lazily. */
export class Artifacts {
  readonly #deps: ArtifactsDeps
  #index: Promise<ArtifactIndex> | undefined
  #programs: Promise<Programs> | undefined
  readonly #named = new Set<string>()

  constructor(deps: ArtifactsDeps) {
    this.#deps = deps
  }

  /** The index as it is now; what has changed on disk is read first. */
  async current(): Promise<ArtifactIndex> {
    const index = await this.index()
    await index.refresh()
    return index
  }

  /** The index as it was left: for who adds to it. */
  index(): Promise<ArtifactIndex> {
    this.#index ??= this.#create()
    return this.#index
  }

  /** Artifacts that fixtures name: the projects that they are of are looked through too. */
  addFiles(paths: readonly string[]): void {
    for (const path of paths) this.#named.add(path)
  }

  /** What was made of source maps and syntax trees so far. */
  programs(): Promise<Programs> {
    this.#programs ??= import('../syntax/program.ts').then(
      ({ Programs }) => new Programs(this.#deps.onError),
    )
    return this.#programs
  }

  async #create(): Promise<ArtifactIndex> {
    const { settings, clock, onError } = this.#deps
    const { ArtifactIndex } = await import('../artifacts/artifactIndex.ts')
    return new ArtifactIndex({
      paths: settings.artifacts,
      named: this.#named,
      limits: settings.limits,
      realMs: () => clock.realMs(),
      onWarning: onError,
    })
  }
}

/** The maximum length of an answer in characters: some millions of steps. */
const budgetLength = 100_000_000

/** Says in which lines of which contracts something has failed. Costs nothing before that. */
export class StackTraces {
  readonly #artifacts: Artifacts
  readonly #tellsUnknown: boolean

  /** `tellsUnknown`: whether failures name unknown contracts, as in Hardhat. */
  constructor(artifacts: Artifacts, tellsUnknown: boolean) {
    this.#artifacts = artifacts
    this.#tellsUnknown = tellsUnknown
  }

  /**
   * The stack trace of what fails when it is run again; empty when it does not fail, nothing where no
   * compiled contracts are known. Throws what the run throws, as when it takes too long.
   */
  async of(runAgain: RunAgain): Promise<StackTrace | undefined> {
    const index = await this.#artifacts.current()
    if (index.contracts.length === 0) return undefined
    // The ABI coder is among it, which takes a while to load.
    const { explainFrame } = await import('../stackTrace/inferStackTrace.ts')
    const known = { index, programs: await this.#artifacts.programs() }
    return explainFrame(known, createBudget(budgetLength), runAgain)
  }

  /**
   * The same as `of`, to add to an error: `undefined` when the run itself fails, or when none of its contracts is
   * known (unless `tellsUnknown`).
   */
  async ofKnown(runAgain: RunAgain): Promise<StackTrace | undefined> {
    const trace = await this.of(runAgain).catch(() => undefined)
    if (trace === undefined || trace.length === 0) return undefined
    const isKnown = trace.some(({ sourceReference }) => sourceReference !== undefined)
    return isKnown || this.#tellsUnknown ? trace : undefined
  }
}
