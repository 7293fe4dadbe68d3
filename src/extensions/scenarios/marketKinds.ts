import type { Field } from '../../files/declared/field.ts'
import { isObject } from '../../files/section.ts'
import type { FeedChange } from '../../types/prices.ts'
import type { TrafficChoice } from '../../types/traffic.ts'
import { type Action, kind, type Repeats, type Turn } from './action.ts'
import {
  attempt,
  decimal,
  type JsonSchema,
  membersIn,
  object,
  optional,
  period,
  place,
  type Rule,
  record,
} from './rules.ts'

/** What a feed is set to. */
type FeedValue = number | string | FeedChange

/** Changes of a feed over time. */
interface FeedCourse {
  readonly words: string
  readonly ramp: Repeats | undefined
  at(turn: Turn): FeedValue
}

/** More changes are not of use. */
const maxChanges = 10_000

const ramp = object({ from: decimal, to: decimal, within: period, every: optional(period) })

const feedSchema: JsonSchema = {
  anyOf: [
    { type: 'number' },
    { type: 'string', description: 'A price, or live, stale, paused or down.' },
    ramp.schema,
    {
      type: 'object',
      properties: Object.fromEntries(
        ['value', 'status', 'age', 'sources', 'tokens', 'pools'].map((name) => [name, {}]),
      ),
      additionalProperties: false,
    },
  ],
}

const feed: Rule<FeedCourse> = {
  schema: feedSchema,
  read: (field) => {
    const { value } = field
    if (isObject(value) && ('from' in value || 'to' in value || 'within' in value)) {
      return rampOf(field)
    }
    const given = value as FeedValue
    const words = isObject(value) ? memberWords(value) : String(value)
    return { words, ramp: undefined, at: () => given }
  },
}

/** `value 0.9, sources chainlink` */
function memberWords(value: object): string {
  return Object.entries(value)
    .map(([name, one]) => `${name} ${one}`)
    .join(', ')
}

function rampOf(field: Field): FeedCourse {
  const { from, to, within, every = 1000 } = ramp.read(field)
  const times = Math.floor(within / every) + 1
  if (times > maxChanges) field.refuse(`it has ${times} changes: give a longer every`)
  const { within: shown } = field.value as { readonly within: unknown }
  return {
    words: `from ${from} to ${to} within ${shown}`,
    ramp: { everyMs: every, times },
    // Eight decimals, as feeds have them.
    at: ({ count }) =>
      times === 1 ? to : Number((from + ((to - from) * count) / (times - 1)).toFixed(8)),
  }
}

export const price = kind(
  'Sets prices of feeds and their pools: a number, a ramp, `live`, `stale`, `paused` or `down`, or a change as `devnet.prices.set` takes it.',
  record(feed),
  (feeds, field): Action => {
    const ramps = [...feeds.values()].flatMap((one) => one.ramp ?? [])
    const [common] = ramps
    const isSame = ramps.every(
      ({ everyMs, times }) => everyMs === common?.everyMs && times === common.times,
    )
    if (!isSame) field.refuse('its ramps change at other times: make a step of each')
    const places = membersIn(field)
    return {
      words: [...feeds].map(([name, { words }]) => `${name} ${words}`).join('; '),
      ramp: common,
      check: async (scene) => {
        const prices = await scene.prices()
        for (const [name, course] of feeds) {
          const change = course.at({ count: 0, times: 1 })
          await attempt(places.get(name) as Field, () => prices.set(name, change))
        }
      },
      run: async ({ scene, undo }, turn) => {
        const prices = await scene.prices()
        // Feeds are live again when the scenario is stopped.
        undo.before('prices', () => () => prices.restore(), { isOfChain: true })
        for (const [name, course] of feeds) {
          // What does not change with the ramp is set once.
          if (turn.count === 0 || course.ramp !== undefined) {
            await prices.set(name, course.at(turn))
          }
        }
      },
    }
  },
)

/** What `devnet.traffic.set` takes. */
const trafficRule = place({
  anyOf: [
    { enum: ['quiet', 'busy', 'congested', 'mint', 'crash', 'off'] },
    { type: 'string' },
    { type: 'object' },
  ],
})

export const traffic = kind(
  'Begins or changes background transactions of strangers, as `devnet.traffic.set` takes them; `off` ends them.',
  trafficRule,
  (field): Action => {
    const choice = field.value as TrafficChoice
    const shown = isObject(choice) ? memberWords(choice) : String(choice)
    return {
      words: `traffic: ${shown}`,
      check: async (scene) => {
        const strangers = await scene.traffic()
        await attempt(field, () => strangers.set(choice))
        await strangers.stop()
      },
      run: async ({ scene, undo }) => {
        const strangers = await scene.traffic()
        undo.before('traffic', () => {
          const { choice: before } = strangers
          return async () => {
            await strangers.set(before)
          }
        })
        await strangers.set(choice)
      },
    }
  },
)

/** The options of a searcher, or that it ends. */
const searcherRule = place({
  anyOf: [{ const: 'off' }, { type: 'object' }],
})

export const searchers = kind(
  'Starts searchers by kind, `sandwich`, `backrun`, `snipe` or `liquidate`, with the options of `devnet.searchers.start`; `off` ends one.',
  record(searcherRule),
  (given): Action => ({
    words: `searchers: ${[...given].map(([name, { value }]) => (value === 'off' ? `no ${name}` : name)).join(', ')}`,
    check: async (scene) => {
      const running = await scene.searchers()
      for (const [name, field] of given) {
        if (field.value !== 'off') await attempt(field, () => running.start(name, optionsOf(field)))
      }
      await running.stop()
    },
    run: async ({ scene, undo }) => {
      const running = await scene.searchers()
      for (const [name, field] of given) {
        undo.before(`searcher ${name}`, () => {
          const before = running.optionsOf(name)
          return async () => {
            if (before === undefined) await running.stop(name)
            else await running.start(name, before)
          }
        })
        if (field.value === 'off') await running.stop(name)
        else await running.start(name, optionsOf(field))
      }
    },
  }),
)

function optionsOf(field: Field): object {
  return isObject(field.value) ? field.value : field.refuse('give its options, {} for none, or off')
}
