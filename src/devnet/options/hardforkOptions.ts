import {
  type LaterHardforks,
  startHardforks,
  timedHardforks,
} from '../../ethereumjs/protocol/hardforks.ts'
import type { Hardfork } from '../../types/genesis.ts'
import type {
  BlobSchedule,
  HardforkSchedule,
  ScheduledHardfork,
} from '../../types/hardforkSchedule.ts'
import type { DevnetOptions, HardforkName } from '../../types/options/options.ts'
import { type Definitions, integerFrom, type OptionFlags, valuesOf } from './definition.ts'
import { InvalidOption, members, oneOf, time } from './optionValues.ts'

type HardforkOptions = Pick<DevnetOptions, 'hardfork' | 'hardforkSchedule'>

/** The rules of a chain, at genesis and later. */
export const hardforkOptions = {
  hardfork: { choices: startHardforks, check: hardfork, default: 'osaka' },
  hardforkSchedule: { check: schedule },
} satisfies Definitions<HardforkOptions>

export const hardforkFlags = {
  hardfork: {
    short: 'k',
    aliases: ['chain.hardfork'],
    type: 'text',
    description: 'Hardfork that is active from genesis on',
    group: 'Chain',
  },
  hardforkSchedule: {
    type: 'text',
    description:
      'Hardforks that come later, as in amsterdam=2027-01-01 or {"osaka":1800000000}; see docs/networks.md',
    group: 'Chain',
  },
} satisfies OptionFlags<HardforkOptions>

/** The rules of a fresh chain: its first hardfork, and those that come later. */
export interface HardforkSettings {
  readonly hardfork: HardforkName
  readonly laterHardforks: LaterHardforks | undefined
}

/**
 * Returns the hardforks of the options. Without `hardfork` a chain begins with the one before the first of its
 * schedule. Throws an `InvalidOption`.
 */
export function resolveHardforks(options: HardforkOptions): HardforkSettings {
  const { hardfork, hardforkSchedule: later } = valuesOf(hardforkOptions, options)
  const first = later?.forks[0]?.name
  if (first === undefined) return { hardfork, laterHardforks: undefined }
  const position = timedHardforks.indexOf(first as ScheduledHardfork)
  const earlier = startHardforks.filter((name) => indexAmongTimed(name) < position)
  if (options.hardfork === undefined) {
    return { hardfork: earlier.at(-1) ?? 'paris', laterHardforks: later }
  }
  if (startHardforks.indexOf(hardfork) < startHardforks.indexOf('paris')) {
    throw new InvalidOption(
      'hardforkSchedule',
      options.hardforkSchedule,
      `give hardfork paris or a later one: hardforks come by time after the merge, and this chain begins with ${hardfork}`,
    )
  }
  if (!earlier.includes(hardfork)) {
    const advice = `remove ${first}: the chain begins with ${hardfork}, which is not before it`
    throw new InvalidOption('hardforkSchedule', options.hardforkSchedule, advice)
  }
  return { hardfork, laterHardforks: later }
}

/** Returns the position among the hardforks that come by time; -1 for the older ones. */
function indexAmongTimed(name: HardforkName): number {
  return (timedHardforks as readonly string[]).indexOf(name)
}

/** What other nodes call hardforks, in lower case. */
const otherHardforkNames: ReadonlyMap<string, HardforkName> = new Map([
  ['latest', 'osaka'],
  ['frontier', 'chainstart'],
  ['tangerine', 'tangerineWhistle'],
  ['merge', 'paris'],
])

/** Returns the hardfork, in any case of its name. */
function hardfork(option: string, value: unknown): HardforkName {
  const lower = String(value).toLowerCase()
  const named = startHardforks.find((name) => name.toLowerCase() === lower)
  return oneOf(option, named ?? otherHardforkNames.get(lower) ?? value, startHardforks)
}

const example = "such as { amsterdam: '2027-01-01' }"

/** Returns the hardforks of a schedule in their order. */
function schedule(option: string, value: unknown): LaterHardforks {
  const given = typeof value === 'string' ? readText(option, value) : value
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new InvalidOption(
      option,
      value,
      `give an object of hardforks and their times, ${example}`,
    )
  }
  const entries = members<HardforkSchedule>(option, given, timedHardforks)
  const forks: Hardfork[] = []
  const blobSchedules: { [Name in ScheduledHardfork]?: BlobSchedule } = {}
  for (const name of timedHardforks) {
    const entry: unknown = entries[name]
    if (entry === undefined) continue
    const path = `${option}.${name}`
    const { time: at, blobs } = isEntry(entry)
      ? members<{ time: unknown; blobs: unknown }>(path, entry, ['time', 'blobs'])
      : { time: entry, blobs: undefined }
    const seconds = BigInt(Math.floor(time(`${path}.time`, at) / 1000))
    const last = forks.at(-1)
    if (last?.time !== undefined && seconds < last.time) {
      const advice = `give at least ${last.time}, the time of ${last.name}, which comes before it`
      throw new InvalidOption(path, at, advice)
    }
    forks.push({ name, time: seconds })
    if (blobs !== undefined) blobSchedules[name] = blobsOf(`${path}.blobs`, blobs)
    else if (name.startsWith('bpo')) {
      const advice =
        'give { time, blobs: { target, max, baseFeeUpdateFraction } }: only blobs change'
      throw new InvalidOption(path, at, advice)
    }
  }
  if (forks.length === 0) throw new InvalidOption(option, value, `give a hardfork, ${example}`)
  return { forks, blobSchedules }
}

function isEntry(entry: unknown): entry is { time: unknown; blobs: unknown } {
  return typeof entry === 'object' && entry !== null && !(entry instanceof Date)
}

const blobFields = {
  target: { check: integerFrom(0, 2 ** 32 - 1) },
  max: { check: integerFrom(1, 2 ** 32 - 1) },
  baseFeeUpdateFraction: { check: integerFrom(1, Number.MAX_SAFE_INTEGER) },
} satisfies Definitions<BlobSchedule>

function blobsOf(path: string, given: unknown): BlobSchedule {
  const names = Object.keys(blobFields) as (keyof BlobSchedule)[]
  const said = members<BlobSchedule>(path, given as BlobSchedule, names)
  for (const name of names) {
    if (said[name] === undefined)
      throw new InvalidOption(`${path}.${name}`, undefined, 'give a number')
  }
  const {
    target = 0,
    max = 0,
    baseFeeUpdateFraction = 1,
  } = valuesOf(blobFields, said, undefined, `${path}.`)
  if (target > max)
    throw new InvalidOption(`${path}.target`, target, `give at most max, which is ${max}`)
  return { target, max, baseFeeUpdateFraction }
}

/** Reads JSON, or `name=time,name=time`. */
function readText(option: string, text: string): unknown {
  if (!text.trimStart().startsWith('{')) {
    return Object.fromEntries(
      text.split(',').map((pair) => {
        const [name = '', ...moment] = pair.split('=')
        return [name.trim(), moment.join('=').trim()]
      }),
    )
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new InvalidOption(option, text, `give JSON: ${(error as Error).message}`)
  }
}
