import { FixtureRuns } from '../fixtures/fixtureRuns.ts'
import { CompiledFixtures } from './compiledFixtures.ts'
import type { Settings } from './options.ts'
import type { Moment } from './snapshot.ts'

/** What came of fixtures: in this process for all devnets of one start, and on disk for all of equal ones. */
export class Fixtures {
  readonly runs: FixtureRuns<Moment>
  readonly compiled: CompiledFixtures

  constructor(settings: Settings, start: () => Moment) {
    this.runs = new FixtureRuns(start)
    this.compiled = new CompiledFixtures(settings)
  }
}
