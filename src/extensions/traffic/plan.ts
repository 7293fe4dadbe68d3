import { integerFrom } from '../../devnet/options/definition.ts'
import { trafficFields } from '../../devnet/options/nodeOptions.ts'
import type { Settings } from '../../devnet/options/options.ts'
import { InvalidOption, members, oneOf, show } from '../../devnet/options/optionValues.ts'
import { greater } from '../../lib/bigints.ts'
import { amountAdvice, parseAmount } from '../../lib/units.ts'
import type {
  TrafficChoice,
  TrafficKind,
  TrafficOptions,
  TrafficPreset,
} from '../../types/traffic.ts'
import type { Amount } from '../../types/values.ts'

/** What strangers do, in the units of the code. */
export interface TrafficPlan {
  readonly rate: number
  readonly burst: number
  /** Shares that add up to 1. */
  readonly mix: Readonly<Record<TrafficKind, number>>
  readonly fill: number
  /** The share of swaps that sell WETH. */
  readonly sell: number
  /** Wei per gas. */
  readonly tip: readonly [lowest: number, highest: number]
  /** Wei per gas. */
  readonly maxBaseFee: bigint
  readonly replace: number
  readonly backlog: number
  readonly senders: number
  readonly seed: string
}

export const trafficKinds = [
  'transfer',
  'token',
  'swap',
  'mint',
  'revert',
  'work',
] as const satisfies readonly TrafficKind[]

/** All numbers of a preset. */
export type PresetNumbers = {
  readonly [Name in keyof Omit<TrafficOptions, 'preset' | 'seed'>]-?: NonNullable<
    TrafficOptions[Name]
  >
} & {
  /** What kind of day it is, for the documents. */
  readonly words: string
}

const usualMix = { transfer: 30, token: 30, swap: 25, mint: 5, revert: 5, work: 5 }

/** The presets with their numbers, from which docs/traffic.md has its table. */
export const presets: Readonly<Record<TrafficPreset, PresetNumbers>> = {
  quiet: {
    words: 'a few transactions; the base fee falls',
    rate: 1,
    burst: 1,
    mix: usualMix,
    fill: 0,
    sell: 0.5,
    tip: ['0.001 gwei', '1 gwei'],
    maxBaseFee: '50 gwei',
    replace: 0.01,
    backlog: 100,
    senders: 50,
  },
  busy: {
    words: 'blocks are somewhat more than half full; the base fee rises slowly',
    rate: 10,
    burst: 2,
    mix: usualMix,
    fill: 0.6,
    sell: 0.5,
    tip: ['0.01 gwei', '2 gwei'],
    maxBaseFee: '100 gwei',
    replace: 0.02,
    backlog: 500,
    senders: 100,
  },
  congested: {
    words: 'full blocks and a long pool; who tips little waits',
    rate: 20,
    burst: 4,
    mix: usualMix,
    fill: 2.5,
    sell: 0.5,
    tip: ['1 gwei', '20 gwei'],
    maxBaseFee: '400 gwei',
    replace: 0.05,
    backlog: 1000,
    senders: 200,
  },
  mint: {
    words: 'a rush on one collection, in bursts with high tips',
    rate: 30,
    burst: 25,
    mix: { transfer: 5, token: 5, swap: 5, mint: 75, revert: 10 },
    fill: 2.2,
    sell: 0.5,
    tip: ['2 gwei', '100 gwei'],
    maxBaseFee: '1000 gwei',
    replace: 0.1,
    backlog: 1000,
    senders: 400,
  },
  crash: {
    words: 'everyone sells at once, and many swaps fail',
    rate: 40,
    burst: 10,
    mix: { transfer: 10, token: 15, swap: 50, mint: 0, revert: 20, work: 5 },
    fill: 2.2,
    sell: 0.8,
    tip: ['1 gwei', '200 gwei'],
    maxBaseFee: '2000 gwei',
    replace: 0.1,
    backlog: 2000,
    senders: 300,
  },
}

const presetNames = Object.keys(presets) as readonly TrafficPreset[]

/** Highest prices that are drawn, wei per gas. */
const maxPrice = 10n ** 60n

/** How many times the least base fee of a network strangers pay at least. */
const leastBaseFees = 16n

/** Reads traffic as users write it; none for `off`. Throws an `InvalidOption`. */
export function readTraffic(
  given: TrafficChoice,
  { seed, network }: Pick<Settings, 'seed' | 'network'>,
): TrafficPlan | undefined {
  if (given === 'off') return undefined
  const options = members(
    'traffic',
    typeof given === 'string' ? ofText(given) : given,
    trafficFields,
  )
  const preset = presets[oneOf('traffic.preset', options.preset ?? 'busy', presetNames)]
  const read = { ...preset, ...withoutUndefined(options) }
  const leastBaseFee = network?.constantBaseFee ?? network?.minBaseFee ?? 0n
  const integer = (name: 'backlog' | 'senders', most: number) =>
    integerFrom(1, most)(`traffic.${name}`, read[name])
  return {
    rate: number('rate', read.rate, 0, 2000),
    burst: number('burst', read.burst, 1, 1000),
    mix: mixOf(read.mix),
    fill: number('fill', read.fill, 0, 4),
    sell: number('sell', read.sell, 0, 1),
    tip: tipOf(read.tip),
    maxBaseFee: greater(price('maxBaseFee', read.maxBaseFee), leastBaseFees * leastBaseFee),
    replace: number('replace', read.replace, 0, 1),
    backlog: integer('backlog', 10_000),
    senders: integer('senders', 1000),
    seed: seedOf(options.seed ?? seed),
  }
}

/** Reads `busy`, `busy,rate=20` or `rate=20,fill=0.8`, as a flag has it. */
function ofText(text: string): TrafficOptions {
  const parts = text.split(',').map((part) => part.trim())
  const [first = ''] = parts
  const hasPreset = !first.includes('=')
  const preset = hasPreset ? oneOf('traffic', first, [...presetNames, 'off']) : undefined
  const pairs = parts.slice(hasPreset ? 1 : 0).map((part) => {
    const [, name, value] = /^(\w+)=(.+)$/.exec(part) ?? []
    if (name === undefined || value === undefined) {
      throw new InvalidOption('traffic', text, `give a preset, or numbers such as rate=20,fill=0.8`)
    }
    const isText = name === 'maxBaseFee' || name === 'seed'
    return [name, isText ? value : Number(value)] as const
  })
  return {
    ...(preset === undefined ? {} : { preset }),
    ...Object.fromEntries(pairs),
  } as TrafficOptions
}

function withoutUndefined(options: TrafficOptions): Partial<PresetNumbers> {
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as Partial<PresetNumbers>
}

function number(name: string, value: unknown, least: number, most: number): number {
  if (typeof value === 'number' && value >= least && value <= most) return value
  throw new InvalidOption(`traffic.${name}`, value, `give a number from ${least} to ${most}`)
}

function price(name: string, value: unknown): bigint {
  const wei = parseAmount(value)
  if (wei !== undefined && wei >= 0n && wei <= maxPrice) return wei
  throw new InvalidOption(`traffic.${name}`, value, `wei per gas: ${amountAdvice}`)
}

function tipOf(given: unknown): readonly [number, number] {
  const [low, high, ...more] = Array.isArray(given) ? (given as readonly Amount[]) : []
  if (low === undefined || high === undefined || more.length > 0) {
    const advice = "give the lowest and the highest, such as ['0.1 gwei', '2 gwei']"
    throw new InvalidOption('traffic.tip', show(given), advice)
  }
  const [lowest, highest] = [price('tip', low), price('tip', high)]
  if (lowest > highest) {
    throw new InvalidOption('traffic.tip', show(given), 'give the lowest first, then the highest')
  }
  return [Number(lowest), Number(highest)]
}

function mixOf(given: unknown): TrafficPlan['mix'] {
  const mix = members('traffic.mix', given as TrafficOptions['mix'] & object, trafficKinds)
  const shares = trafficKinds.map((kind) => number(`mix.${kind}`, mix[kind] ?? 0, 0, 1e6))
  const sum = shares.reduce((total, share) => total + share, 0)
  if (sum === 0) throw new InvalidOption('traffic.mix', '{}', 'give at least one kind with a share')
  return Object.fromEntries(
    trafficKinds.map((kind, index) => [kind, (shares[index] as number) / sum]),
  ) as TrafficPlan['mix']
}

function seedOf(given: unknown): string {
  if (typeof given === 'string' || Number.isFinite(given)) return String(given)
  throw new InvalidOption('traffic.seed', given, 'give a string or a number')
}
