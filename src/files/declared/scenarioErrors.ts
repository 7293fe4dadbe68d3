import { reasonOf } from '../../lib/errors.ts'
import type { FieldPath, FixtureOrigin, InvalidFixture } from './fixtureErrors.ts'

/** A scenario says what cannot be: nothing has started. */
export class InvalidScenario extends Error {
  override readonly name = 'InvalidScenario'
  readonly code = -32602
  /** The path of the scenario's file; `scenario` for content. */
  readonly file: string
  /** The line of the field, from 1; `undefined` for content that is no text. */
  readonly line: number | undefined
  /** Such as `steps.3.price`; empty when the file as a whole is wrong. */
  readonly field: string

  constructor(cause: InvalidFixture) {
    super(cause.message, { cause: cause.cause })
    this.file = cause.file
    this.line = cause.line
    this.field = cause.field
  }
}

/** A step as messages about it need it. */
interface FailedStep {
  readonly name: string
  readonly index: number
  readonly field: { readonly origin: FixtureOrigin; readonly path: FieldPath }
}

/** A step of a scenario has failed. The chain is as the step left it. */
export class ScenarioFailed extends Error {
  override readonly name = 'ScenarioFailed'
  readonly code = -32000
  /** The name of the step. */
  readonly step: string
  /** Its position, from 0. */
  readonly index: number
  /** The path of the scenario's file; `scenario` for content. */
  readonly file: string
  /** The line of the step, from 1; `undefined` for content that is no text. */
  readonly line: number | undefined

  constructor({ name, index, field }: FailedStep, cause: unknown) {
    const { origin, path } = field
    const line = origin.lineOf(path)
    const file = line === undefined ? origin.name : `${origin.name}, line ${line}`
    super(`${file}: the step '${name}' fails: ${reasonOf(cause)}`, { cause })
    this.step = name
    this.index = index
    this.file = origin.name
    this.line = line
  }
}
