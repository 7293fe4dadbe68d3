import type { Call } from './trace.ts'
import type { Hex } from './wire.ts'

export type Unit = 'line' | 'expression' | 'instruction'

export interface OpenFunction {
  readonly function: string
  readonly file: string
  readonly line: number
}

export interface Variable {
  readonly variable: string
  readonly type: string
  readonly value: string
}

/** A step as `preconf_traceSteps` returns it. */
export interface Step {
  readonly instruction: number
  readonly call: number
  readonly pc: number
  readonly op: string
  readonly gas: Hex
  readonly gasCost: Hex
  readonly depth: number
  readonly stack: readonly Hex[]
  readonly memory?: Hex
  readonly error?: string
  readonly source?: { readonly file: string; readonly line: number; readonly endLine: number }
  readonly functions: readonly OpenFunction[]
  /** Only where they are others than at the step before. */
  readonly variables?: readonly Variable[]
}

export interface DebuggedCall extends Call {
  readonly instructions: number
}

/** What `preconf_traceSteps` answers. */
export interface Steps {
  readonly instructions: number
  readonly next?: number
  readonly calls: readonly DebuggedCall[]
  readonly steps: readonly Step[]
  readonly sources?: Readonly<Record<string, string>>
}

/** Gives a window of steps: those from an instruction on, or those before one. */
export type LoadSteps = (window: {
  readonly from?: number
  readonly before?: number
  readonly sources: boolean
}) => Promise<Steps>

/** A step among those that were fetched with it. */
export interface Place {
  readonly window: Steps
  /** The index of the step in the window. */
  readonly at: number
  /** Texts of all files that were met. */
  readonly sources: Readonly<Record<string, string>>
}

/** How to go on: to the next step or the one before, past calls, out of the function, or back past calls. */
export type Move = 'into' | 'back' | 'over' | 'overBack' | 'out' | 'toEnd'

/** Windows that are looked through for where a call has ended. */
const maxWindows = 200

/** The first step at or after an instruction; the last one when there is none. */
export async function placeAt(
  load: LoadSteps,
  from: number,
  known?: Place,
): Promise<Place | undefined> {
  const window = await withSources(load, { from }, known)
  if (window.steps.length > 0) return { window, at: 0, sources: sourcesOf(window, known) }
  return from === 0 ? undefined : lastBefore(load, from, known)
}

/** Where a move leads; the place itself where it leads nowhere. */
export async function moved(load: LoadSteps, place: Place, move: Move): Promise<Place> {
  if (move === 'toEnd') {
    return (await lastBefore(load, place.window.instructions, place)) ?? place
  }
  const level = levelOf(stepAt(place))
  const isBack = move === 'back' || move === 'overBack'
  let now: Place | undefined = place
  let windows = 0
  let before = place.window
  for (;;) {
    const next: Place | undefined = isBack ? await back(load, now) : await forward(load, now)
    // Past all calls there is the end.
    if (next === undefined) return now
    now = next
    if (now.window !== before && ++windows > maxWindows) return now
    before = now.window
    if (move === 'into' || move === 'back') return now
    const difference = compared(levelOf(stepAt(now)), level)
    if (move === 'out' ? difference < 0 : difference <= 0) return now
  }
}

export function stepAt({ window, at }: Place): Step {
  return window.steps[at] as Step
}

/** The calls that the step is in, outermost first. */
export function callsAt({ window, at }: Place): readonly DebuggedCall[] {
  const { instruction } = window.steps[at] as Step
  return window.calls.filter(
    ({ firstInstruction, instructions }) =>
      instruction >= firstInstruction && instruction < firstInstruction + instructions,
  )
}

/** State variables before the step. */
export function variablesAt({ window, at }: Place): readonly Variable[] {
  for (let index = at; index >= 0; index--) {
    const { variables } = window.steps[index] as Step
    if (variables !== undefined) return variables
  }
  return []
}

async function forward(load: LoadSteps, place: Place): Promise<Place | undefined> {
  const { window, at } = place
  if (at + 1 < window.steps.length) return { ...place, at: at + 1 }
  return window.next === undefined ? undefined : placeAt(load, window.next, place)
}

async function back(load: LoadSteps, place: Place): Promise<Place | undefined> {
  const { at } = place
  if (at > 0) return { ...place, at: at - 1 }
  return lastBefore(load, stepAt(place).instruction, place)
}

async function lastBefore(
  load: LoadSteps,
  before: number,
  known: Place | undefined,
): Promise<Place | undefined> {
  if (before <= 0) return undefined
  const window = await withSources(load, { before }, known)
  const at = window.steps.length - 1
  return at < 0 ? undefined : { window, at, sources: sourcesOf(window, known) }
}

/** Texts are long: they are asked for when a file is met of which there is none. */
async function withSources(
  load: LoadSteps,
  place: { readonly from?: number; readonly before?: number },
  known: Place | undefined,
): Promise<Steps> {
  if (known === undefined) return load({ ...place, sources: true })
  const window = await load({ ...place, sources: false })
  const isKnown = window.steps.every(
    ({ source }) => source === undefined || source.file in known.sources,
  )
  return isKnown ? window : load({ ...place, sources: true })
}

function sourcesOf({ sources }: Steps, known: Place | undefined): Place['sources'] {
  return sources === undefined ? (known?.sources ?? {}) : { ...known?.sources, ...sources }
}

/** How deep a step is: in calls, and in the functions of its call. */
function levelOf({ depth, functions }: Step): readonly [calls: number, functions: number] {
  return [depth, functions.length]
}

function compared(
  [calls, functions]: ReturnType<typeof levelOf>,
  [otherCalls, otherFunctions]: ReturnType<typeof levelOf>,
): number {
  return calls - otherCalls || functions - otherFunctions
}
