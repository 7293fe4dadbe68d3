import { FixtureRuns } from '../files/fixture/fixtureRuns.ts'
import { CompiledFixtures } from './compiledFixtures.ts'
import type { Moment } from './history/snapshot.ts'
import type { Settings } from './options.ts'

/** What came of fixtures: in this process for all devnets of one start, and on disk for all of equal ones. */
export class Fixtures {
  readonly runs: FixtureRuns<Moment>
  readonly compiled: CompiledFixtures
  #start: readonly unknown[] = []

  constructor(settings: Settings, start: () => Moment) {
    this.runs = new FixtureRuns(start)
    this.compiled = new CompiledFixtures(settings)
  }

  /** The start is now, where a devnet stands so. */
  begin(standing: readonly unknown[]): void {
    this.#start = standing
  }

  /** Whether a devnet that stands so has done nothing since the start. */
  isStart(standing: readonly unknown[]): boolean {
    return standing.every((part, index) => part === this.#start[index])
  }
}
