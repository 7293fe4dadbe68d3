import type { Cadence } from '../../mining/turns.ts'
import type {
  CadenceOptions,
  CompatName,
  DevnetOptions,
  MiningMode,
} from '../../types/options/options.ts'
import type { FlashblockSettings } from './chainOptions.ts'
import type { CompatRules } from './compatRules.ts'
import {
  choice,
  type Definitions,
  inSeconds,
  milliseconds,
  type OptionFlags,
  valuesOf,
} from './definition.ts'
import { duration, flag, InvalidOption, oneOf } from './optionValues.ts'

/** All there are. */
export const miningModes = [
  'flashblocks',
  'interval',
  'auto',
  'mixed',
  'manual',
] as const satisfies readonly MiningMode[]

/** When blocks are made; a chain that runs keeps what is not given. */
export const cadenceOptions = {
  mining: { ...choice(...miningModes), default: 'flashblocks' },
  blockTime: { ...inSeconds, default: '2s' },
  flashblockTime: { check: milliseconds, default: '200ms' },
} satisfies Definitions<CadenceOptions>

/** Other names of modes. */
export const switchOptions = {
  noMining: { check: flag, default: false },
  mixedMining: { check: flag, default: false },
  flashblocks: { check: flag },
} satisfies Definitions<Pick<DevnetOptions, 'noMining' | 'mixedMining' | 'flashblocks'>>

export const cadenceFlags = {
  mining: {
    type: 'text',
    description:
      'When blocks are made: at the block time with or without flashblocks between, ' +
      'for each transaction, or on request',
    group: 'Blocks',
  },
  blockTime: {
    short: 'b',
    aliases: ['miner.blockTime'],
    type: 'text',
    description: 'Time between sealed blocks, as 2s or 500ms',
    group: 'Blocks',
  },
  flashblockTime: {
    type: 'text',
    description: 'Time between flashblocks, as 200ms',
    group: 'Pre-confirmations',
  },
} satisfies OptionFlags<CadenceOptions>

export const switchFlags = {
  noMining: {
    aliases: ['no-mine'],
    type: 'switch',
    description: 'Like --mining manual; pending shows what sealing now would give',
    group: 'Blocks',
  },
  mixedMining: {
    type: 'switch',
    description: 'The same as --mining mixed: for each transaction, and at every block time',
    group: 'Blocks',
  },
  flashblocks: {
    type: 'switch',
    default: 'true',
    description: 'Make no flashblocks: the same as --mining interval',
    group: 'Pre-confirmations',
  },
} satisfies OptionFlags<typeof switchOptions>

/** How blocks are to be made: a mode with the times of all modes. */
export interface CadenceSettings {
  readonly mining: MiningMode
  readonly blockMs: number
  /** The shortest and the longest block time, from which `blockMs` is drawn for each block; none where it stays. */
  readonly blockRangeMs?: readonly [shortest: number, longest: number] | undefined
  readonly flashblockMs: number
  /**
   * Whether automining was switched off, as users of other nodes do it: then blocks made on request
   * have the pool as their `pending`.
   */
  readonly isSwitchedOff: boolean
}

/** What holds where nothing is given. */
export function usualCadence(): CadenceSettings {
  const { mining, blockTime, flashblockTime } = valuesOf(cadenceOptions, {})
  return { mining, blockMs: blockTime, flashblockMs: flashblockTime, isSwitchedOff: false }
}

/** The settings with what the options change. Throws an `InvalidOption`. */
export function resolveCadence(
  options: CadenceOptions,
  settings: CadenceSettings,
): CadenceSettings {
  const { mining, blockTime, flashblockTime } = options
  return {
    mining: oneOf('mining', mining ?? settings.mining, miningModes),
    blockMs: inSeconds.check('blockTime', blockTime ?? `${settings.blockMs}ms`),
    flashblockMs: milliseconds('flashblockTime', flashblockTime ?? settings.flashblockMs),
    isSwitchedOff: mining === undefined && settings.isSwitchedOff,
  }
}

/** Whether a transaction is sealed before its hash is returned. */
export function isAutomining({ mining }: Pick<CadenceSettings, 'mining'>): boolean {
  return mining === 'auto' || mining === 'mixed'
}

/** Whether blocks come by themselves, with flashblocks or without. */
export function isTimed({ mining }: Pick<CadenceSettings, 'mining'>): boolean {
  return mining === 'flashblocks' || mining === 'interval' || mining === 'mixed'
}

/** Whether transactions are pre-confirmed before they are sealed, by themselves or on request. */
export function isPreconfirming({ mining }: Pick<CadenceSettings, 'mining'>): boolean {
  return mining === 'flashblocks' || mining === 'manual'
}

/** Whether the pool has a part in `pending`: everywhere but where that is what was pre-confirmed, and no more. */
export function isSpeculating(
  { mining, isSwitchedOff }: Pick<CadenceSettings, 'mining' | 'isSwitchedOff'>,
  { pendingOfManual }: Pick<CompatRules, 'pendingOfManual'>,
): boolean {
  if (mining !== 'manual') return mining !== 'flashblocks'
  return isSwitchedOff || pendingOfManual === 'pool'
}

/** Switches automining on or off; where flashblocks were made, it takes their place. */
export function withAutomine(cadence: CadenceSettings, on: boolean): CadenceSettings {
  const { mining } = cadence
  if (on === isAutomining(cadence)) {
    return mining === 'manual' ? { ...cadence, isSwitchedOff: true } : cadence
  }
  if (on) return { ...cadence, mining: mining === 'interval' ? 'mixed' : 'auto' }
  return { ...cadence, mining: mining === 'mixed' ? 'interval' : 'manual', isSwitchedOff: true }
}

/** Returns a cadence that seals at every interval, or never when it is 0; automining is unchanged. */
export function withInterval(
  { blockRangeMs: _, ...cadence }: CadenceSettings,
  intervalMs: number,
): CadenceSettings {
  const isAuto = isAutomining(cadence)
  if (intervalMs === 0) {
    return isAuto
      ? { ...cadence, mining: 'auto' }
      : { ...cadence, mining: 'manual', isSwitchedOff: true }
  }
  const blockMs = duration('interval', `${intervalMs}ms`)
  if (cadence.mining === 'flashblocks') return { ...cadence, blockMs }
  return { ...cadence, blockMs, mining: isAuto ? 'mixed' : 'interval' }
}

/** Returns the cadence for the miner. */
export function cadenceOf(
  { mining, blockMs, flashblockMs }: CadenceSettings,
  { flashblockLeewayMs: leewayMs }: Pick<FlashblockSettings, 'flashblockLeewayMs'>,
): Cadence {
  switch (mining) {
    case 'flashblocks':
      return { kind: 'flashblocks', blockMs, flashblockMs, leewayMs }
    case 'interval':
    case 'mixed':
      return { kind: 'interval', blockMs }
    default:
      return { kind: mining }
  }
}

/** Settings in another cadence: the same object where they have it, as a thousand chains keep theirs. */
export function withCadence<Given extends CadenceSettings>(
  settings: Given,
  cadence: CadenceSettings,
): Given {
  const names = Object.keys(cadence) as (keyof CadenceSettings)[]
  return names.every((name) => settings[name] === cadence[name])
    ? settings
    : { ...settings, ...cadence }
}

/** Nodes that seal each transaction at once, unless they are given a block time. */
const autominingPeers: ReadonlySet<CompatName> = new Set<CompatName>([
  'anvil',
  'hardhat',
  'hardhat2',
  'hardhat3',
  'ganache',
])

/** Time between blocks; none for 0 in Ganache, which seals each transaction at once then. */
export function blockTimeOf({ compat, blockTime }: DevnetOptions): DevnetOptions['blockTime'] {
  return compat === 'ganache' && Number(blockTime) === 0 ? undefined : blockTime
}

/** Returns the default mining mode of the emulated node. */
function peerMining({ compat, blockTime, flashblockTime }: DevnetOptions): MiningMode | undefined {
  if (compat === undefined || !autominingPeers.has(compat)) return undefined
  if (flashblockTime !== undefined) return undefined
  return blockTime === undefined ? 'auto' : 'interval'
}

/** The mode that the option and its switches ask for, if any. Throws an `InvalidOption` when two of them contradict. */
export function miningMode(options: DevnetOptions): MiningMode | undefined {
  const { mining } = options
  const { noMining, mixedMining, flashblocks } = valuesOf(switchOptions, options)
  const asked: [option: keyof DevnetOptions, mode: MiningMode][] = []
  if (mining !== undefined) asked.push(['mining', mining])
  if (noMining) asked.push(['noMining', 'manual'])
  if (mixedMining) asked.push(['mixedMining', 'mixed'])
  const [first] = asked
  const other = asked.find(([, mode]) => mode !== first?.[1])
  if (first !== undefined && other !== undefined) throw contradiction(other[0], first)
  if (flashblocks === undefined) return first?.[1] ?? peerMining(options)
  const isContradicted = flashblocks === (first !== undefined && first[1] !== 'flashblocks')
  if (first !== undefined && isContradicted) throw contradiction('flashblocks', first)
  return first?.[1] ?? (flashblocks ? 'flashblocks' : 'interval')

  function contradiction(
    option: keyof DevnetOptions,
    [by, mode]: readonly [string, MiningMode],
  ): InvalidOption {
    return new InvalidOption(option, options[option], `remove it, as ${by} asks for ${mode}`)
  }
}
