import type { PlayStep } from '../../types/scenario.ts'
import type { Step } from './course.ts'
import { ScenarioRefusal } from './outcome.ts'

/** A step that is done again at a time of the scenario. */
export interface Repeat {
  readonly step: Step
  /** How often it was done. */
  readonly count: number
  readonly dueMs: number
}

/** Where a scenario is. It never changes, so that `seek` can go back to it. */
export interface Position {
  /** The index of the next step. */
  readonly next: number
  /** When the step before began, ms. */
  readonly beganMs: number
  /** When the scenarios that are included began, ms. */
  readonly scopes: ReadonlyMap<number, number>
  readonly repeats: readonly Repeat[]
}

export const startPosition: Position = { next: 0, beganMs: 0, scopes: new Map(), repeats: [] }

/** The position after a step that began at that time. */
export function afterStep(position: Position, step: Step, beganMs: number): Position {
  const { everyMs = 0, times = 1 } = step.repeats ?? {}
  const again = times > 1 ? [{ step, count: 1, dueMs: beganMs + everyMs }] : []
  return {
    ...position,
    next: step.index + 1,
    beganMs,
    repeats: [...position.repeats, ...again],
  }
}

/** The position after a repeat was done. */
export function afterRepeat(position: Position, { step, count, dueMs }: Repeat): Position {
  const { everyMs = 0, times = 1 } = step.repeats ?? {}
  const next = { step, count: count + 1, dueMs: dueMs + everyMs }
  const repeats = position.repeats.flatMap((one) => {
    if (one.step !== step) return [one]
    return next.count < times ? [next] : []
  })
  return { ...position, repeats }
}

/** The position where the scenarios of the next step have begun, at the latest when the step before it did. */
export function withScopes(position: Position, { scopes: all }: Step): Position {
  const { scopes, beganMs } = position
  const opened = all.filter((scope) => !scopes.has(scope))
  if (opened.length === 0) return position
  const begun = opened.map((scope) => [scope, scope === 0 ? 0 : beganMs] as const)
  return { ...position, scopes: new Map([...scopes, ...begun]) }
}

/** The repeat that is due first: of equal times the one that was begun before. */
export function firstRepeat({ repeats: [first, ...others] }: Position): Repeat | undefined {
  if (first === undefined) return undefined
  return others.reduce((least, one) => (one.dueMs < least.dueMs ? one : least), first)
}

/** The number of steps up to the next one of that name or index; without one, no limit. */
export function countTo(
  steps: readonly Step[],
  { next }: Position,
  wanted: string | number | undefined,
): number {
  if (wanted === undefined) return Number.POSITIVE_INFINITY
  const isIt = ({ name, index }: Step) => name === wanted || index === wanted
  const index = steps.findIndex((step) => isIt(step) && step.index >= next)
  if (index >= 0) return index + 1
  if (steps.some(isIt)) {
    throw new ScenarioRefusal(
      `the step '${wanted}' was done already: go back to a checkpoint before it with seek`,
    )
  }
  const names = steps.map(({ name }) => name).join(', ')
  throw new ScenarioRefusal(`the scenario has no step '${wanted}'; it has ${names}`)
}

/** A step as clients see it. */
export function shownStep({ index, name, kind, action, when }: Step): Omit<PlayStep, 'state'> {
  return { index, name, kind, words: action.words, when }
}

/** How far a step is, where one is being done, or has failed. */
export function stateOf(
  step: Step,
  { next, repeats }: Position,
  underWay: {
    readonly running: Step | undefined
    readonly failed: Step | undefined
    readonly isGoingOn: boolean
  },
): PlayStep['state'] {
  const { running, failed, isGoingOn } = underWay
  if (step === failed) return 'failed'
  const isRepeated = isGoingOn && repeats.some((repeat) => repeat.step === step)
  if (step === running || isRepeated) return 'running'
  return step.index < next ? 'done' : 'waiting'
}
