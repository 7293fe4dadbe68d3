import * as v from 'valibot'
import type { Devnet } from '../../devnet/devnet.ts'
import { defineMethod, type Method } from '../../rpc/method.ts'
import { RpcError } from '../../rpc/rpcError.ts'
import type { ScenarioPlay } from '../../types/scenario.ts'
import { playOf } from './plays.ts'

/** Where a scenario is, as clients get it. */
function formatPlay({ name, status, position, elapsedMs, steps, failure }: ScenarioPlay) {
  return { name, status, position, elapsedMs, steps, failure: failure?.message ?? null }
}

function required(devnet: Devnet): ScenarioPlay {
  const play = playOf(devnet)
  if (play !== undefined) return play
  throw new RpcError(-32000, 'no scenario is played: begin one with preconf_playScenario')
}

const given = v.custom<object | string>(
  (value) =>
    typeof value === 'string' ||
    (typeof value === 'object' && value !== null && !Array.isArray(value)),
  'expected a scenario: an object, or its text in YAML or JSON',
)

const playScenario = defineMethod({
  name: 'preconf_playScenario',
  summary:
    'Plays a scenario, given as an object or text, without files; returns as `preconf_scenario` when it has begun.',
  signs: true,
  params: v.strictTuple([given]),
  handler: async ({ devnet }, [scenario]) => {
    const { startSentPlay } = await import('./start.ts')
    return formatPlay(await startSentPlay(devnet, scenario))
  },
})

const scenario = defineMethod({
  name: 'preconf_scenario',
  summary:
    'The scenario that is played or was last: name, status, position, time in ms, and its steps; `null` without one.',
  weight: 'long',
  params: v.strictTuple([]),
  handler: ({ devnet }) => {
    const play = playOf(devnet)
    return play === undefined ? null : formatPlay(play)
  },
})

/** A method that changes the scenario, and returns where it is then. */
function change(
  name: `preconf_${string}`,
  summary: string,
  task: (play: ScenarioPlay) => void | Promise<void>,
): Method {
  return defineMethod({
    name,
    summary,
    params: v.strictTuple([]),
    handler: async ({ devnet }) => {
      const play = required(devnet)
      await task(play)
      return formatPlay(play)
    },
  })
}

const pause = change(
  'preconf_pauseScenario',
  "Holds the scenario's time; the chain goes on; returns as `preconf_scenario`.",
  (play) => play.pause(),
)

const resume = change(
  'preconf_resumeScenario',
  'Continues a paused scenario; returns as `preconf_scenario`.',
  (play) => play.resume(),
)

const step = change(
  'preconf_stepScenario',
  "Does the scenario's next step now; returns as `preconf_scenario`.",
  (play) => play.step(),
)

const stop = change(
  'preconf_stopScenario',
  'Ends the scenario and restores cadence, faults and fees; returns as `preconf_scenario`.',
  (play) => play.stop(),
)

const target = v.union([v.string(), v.number()], 'expected the name or the index of a step')

const skip = defineMethod({
  name: 'preconf_skipScenario',
  summary:
    'Does all steps up to the one of that name or index, or to the end; returns as `preconf_scenario`.',
  params: v.strictTuple([v.optional(target)]),
  handler: async ({ devnet }, [wanted]) => {
    const play = required(devnet)
    await play.skipTo(wanted)
    return formatPlay(play)
  },
})

const seek = defineMethod({
  name: 'preconf_seekScenario',
  summary:
    'Goes back to a checkpoint that the scenario has passed, chain and position; returns as `preconf_scenario`.',
  params: v.strictTuple([v.string('expected the name of a checkpoint')]),
  handler: async ({ devnet }, [checkpoint]) => {
    const play = required(devnet)
    await play.seek(checkpoint)
    return formatPlay(play)
  },
})

export const scenarioMethods: readonly Method[] = [
  pause,
  playScenario,
  resume,
  scenario,
  seek,
  skip,
  step,
  stop,
]
