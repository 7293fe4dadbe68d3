import type { Clock } from '../../clock/clock.ts'
import type { ArtifactIndex } from '../../solidity/artifacts/artifactIndex.ts'
import type { Programs } from '../../solidity/syntax/program.ts'
import type { LimitSettings } from '../options/limitOptions.ts'
import type { SoliditySettings } from '../options/solidityOptions.ts'

export interface ArtifactsDeps {
  readonly settings: SoliditySettings & Pick<LimitSettings, 'limits'>
  readonly clock: Pick<Clock, 'realMs'>
  /** Gets a line about each file that is not as it should be, or not there. */
  readonly onError: (warning: unknown) => void
}

/** The compiled contracts that a devnet and its forks know: nothing is loaded or read before somebody asks. */
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
    this.#programs ??= import('../../solidity/syntax/program.ts').then(
      ({ Programs }) => new Programs(this.#deps.onError),
    )
    return this.#programs
  }

  async #create(): Promise<ArtifactIndex> {
    const { settings, clock, onError } = this.#deps
    const { ArtifactIndex } = await import('../../solidity/artifacts/artifactIndex.ts')
    return new ArtifactIndex({
      paths: settings.artifacts,
      named: this.#named,
      limits: settings.limits,
      realMs: () => clock.realMs(),
      onWarning: onError,
    })
  }
}
