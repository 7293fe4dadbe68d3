import type { ScenarioFailed } from '../../files/declared/scenarioErrors.ts'
import type { ScenarioResult } from '../../types/scenario.ts'

/** What is asked of a scenario cannot be done now. */
export class ScenarioRefusal extends Error {
  override readonly name = 'ScenarioRefusal'
  readonly code = -32000
}

/** How a scenario ends, which need not be waited for. */
export class Outcome {
  readonly promise: Promise<ScenarioResult>
  resolve: (result: ScenarioResult) => void = () => {}
  reject: (error: ScenarioFailed) => void = () => {}

  constructor() {
    this.promise = new Promise((resolve, reject) => {
      this.resolve = resolve
      this.reject = reject
    })
    // A failure that is not waited for is no unhandled rejection.
    this.promise.catch(() => {})
  }
}
