import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { screenKeys } from '../keys.ts'
import { Form, Panel, Problem, Table, Text, useFields } from '../parts.tsx'
import { act, ask, status } from '../state.ts'
import type { Play } from '../wire.ts'
import { FileField } from './Files.tsx'

/** The course of the scenario, where it is, and how to play, pause and jump; or a form to play one. */
export function Scenario() {
  const play = usePlay()
  return (
    <>
      <h1>Scenario</h1>
      {play === undefined && <p class="dim">Reading the scenario …</p>}
      {play && <Course play={play} />}
      {(play === null || (play && !isGoingOn(play))) && <Begin />}
    </>
  )
}

/** The scenario that is played or was last, asked for after each of its events; `null` where there is none. */
function usePlay(): Play | null | undefined {
  const [play, setPlay] = useState<Play | null>()
  const now = status.value?.scenario
  useEffect(() => {
    let isCurrent = true
    const take = (found: Play | null) => isCurrent && setPlay(found)
    ask<Play | null>('preconf_scenario').then(take, () => take(null))
    return () => {
      isCurrent = false
    }
  }, [now?.name, now?.status, now?.events])
  return play
}

function isGoingOn({ status }: Play): boolean {
  return status === 'playing' || status === 'paused'
}

/** The names of statuses, as people read them. */
const statusWords = {
  playing: 'Playing',
  paused: 'Paused',
  ended: 'Ended',
  failed: 'Failed',
  stopped: 'Stopped',
} as const

function Course({ play }: { play: Play }) {
  const { name, status: state, position, steps, failure } = play
  const toggle = () =>
    state === 'paused'
      ? act('Resume the scenario', 'preconf_resumeScenario')
      : act('Pause the scenario', 'preconf_pauseScenario')
  const step = () => act('Next step', 'preconf_stepScenario')
  const toEnd = () => act('Play to the end', 'preconf_skipScenario')
  const stop = () => act('Stop the scenario', 'preconf_stopScenario')
  const goesOn = isGoingOn(play)
  // With the buttons, so that the keys work as soon as they are seen.
  useLayoutEffect(() => {
    screenKeys.actions = { x: stop, ...(goesOn && { p: toggle, n: step, e: toEnd }) }
    return () => {
      screenKeys.actions = {}
    }
  })
  return (
    <Panel title={name}>
      <p>
        <strong>{statusWords[state]}</strong>{' '}
        <span class="dim">
          {position} of {steps.length} steps done, at {seconds(play.elapsedMs)}
        </span>
      </p>
      {failure !== null && <Problem text={failure} />}
      <div class="row">
        <button type="button" aria-pressed={state === 'paused'} disabled={!goesOn} onClick={toggle}>
          {state === 'paused' ? 'Resume' : 'Pause'}
        </button>
        <button type="button" disabled={!goesOn} onClick={step}>
          Next step
        </button>
        <button type="button" disabled={!goesOn} onClick={toEnd}>
          To the end
        </button>
        <button type="button" disabled={state === 'stopped'} onClick={stop}>
          Stop and restore
        </button>
      </div>
      <Table label="Steps" head={[['Step', 'number'], 'When', 'Name', 'What', 'State', 'Action']}>
        {visible(play).map((one) => (
          <tr
            key={one.index}
            class={one.index === position && goesOn ? 'now' : undefined}
            aria-current={one.index === position && goesOn ? 'step' : undefined}
          >
            <td class="number">{one.index + 1}</td>
            <td>
              <Text value={one.when} />
            </td>
            <td>
              <Text value={one.name} />
            </td>
            <td>
              <Text value={one.words} />
            </td>
            <td class={one.state === 'failed' ? 'bad' : undefined}>{one.state}</td>
            <td>
              <Jump play={play} step={one} />
            </td>
          </tr>
        ))}
      </Table>
      {steps.length > maxShown && (
        <p class="dim">
          {maxShown} of {steps.length} steps are shown, those around the next one.
        </p>
      )}
    </Panel>
  )
}

/** How many steps are shown at once. */
const maxShown = 200

/** The steps around the next one. */
function visible({ steps, position }: Play): Play['steps'] {
  const first = Math.max(0, Math.min(position - maxShown / 2, steps.length - maxShown))
  return steps.slice(first, first + maxShown)
}

/** A jump ahead to a step, or back to a checkpoint. */
function Jump({ play, step }: { play: Play; step: Play['steps'][number] }) {
  const { index, name, kind, state } = step
  if (state === 'waiting' && isGoingOn(play)) {
    return (
      <button
        type="button"
        class="small"
        aria-label={`Skip to step ${index + 1}`}
        onClick={() => act(`Skip to step ${index + 1}`, 'preconf_skipScenario', index)}
      >
        Skip to
      </button>
    )
  }
  if (kind !== 'checkpoint' || state !== 'done' || play.status === 'stopped') return null
  return (
    <button
      type="button"
      class="small"
      aria-label={`Go back to step ${index + 1}`}
      onClick={() => act(`Go back to step ${index + 1}`, 'preconf_seekScenario', name)}
    >
      Go back
    </button>
  )
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}

/** A form to play a scenario, from a file or written here. */
function Begin() {
  const { values, field } = useFields({ text: '' })
  const begin = (text: string) => act('Play the scenario', 'preconf_playScenario', text)
  return (
    <Panel title="Play a scenario">
      <FileField
        label="A file in YAML or JSON"
        onFile={async (file) => {
          await begin(await file.text())
        }}
      />
      <Form label="Play" onSend={() => begin(values.text)}>
        <label class="field wide">
          <span>YAML or JSON</span>
          <textarea
            rows={10}
            spellcheck={false}
            placeholder={'version: 1\nsteps:\n  - { after: 10s, fees: { baseFee: 90 gwei } }'}
            value={values.text}
            onInput={({ currentTarget }) => field('text').onInput(currentTarget.value)}
          />
        </label>
      </Form>
      <p class="dim">
        Fixtures and included scenarios are part of it, as the chain opens no files for a page.
      </p>
    </Panel>
  )
}
