import { printable } from '../../lib/text.ts'
import type { ScenarioEvent, ScenarioPlay } from '../../types/scenario.ts'
import type { Output } from './output.ts'

/** What has happened to a scenario before anyone listened: its steps so far, all at its present time. */
export function eventsSoFar(play: ScenarioPlay | undefined): readonly ScenarioEvent[] {
  if (play === undefined) return []
  const { name: scenario, status, elapsedMs, failure } = play
  const begun = play.steps.filter(({ state }) => state !== 'waiting')
  const steps = begun.map(({ state, ...step }): ScenarioEvent => {
    if (state !== 'failed') return { kind: 'step', scenario, elapsedMs, step }
    return { kind: 'failed', scenario, elapsedMs, step, message: failure?.message }
  })
  const end: readonly ScenarioEvent[] =
    status === 'ended' ? [{ kind: 'ended', scenario, elapsedMs }] : []
  return [{ kind: 'began', scenario, elapsedMs: 0 }, ...steps, ...end]
}

/** Returns the line of a step, or of what has become of a scenario. */
export function scenarioLine(
  style: Output['style'],
  { kind, scenario, elapsedMs, step, message }: ScenarioEvent,
): string {
  const title = style('blue', `scenario ${printable(scenario)}`)
  const time = style('dim', `${(elapsedMs / 1000).toFixed(1)} s`)
  if (kind === 'failed') return `${title}  ${time}  ${style('red', printable(message ?? 'failed'))}`
  if (kind !== 'step' || step === undefined) {
    const back = kind === 'sought' ? `back at ${printable(step?.name ?? 'the start')}` : kind
    return `${title}  ${time}  ${back}`
  }
  const { index, name, words } = step
  const named = name === `step ${index + 1}` ? '' : `${style('bold', printable(name))}  `
  return `${title}  ${time}  ${named}${printable(words)}`
}
