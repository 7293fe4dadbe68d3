import type { Cadence } from '../../mining/cadence.ts'
import type { CadenceOptions, MiningMode } from '../../types/options/options.ts'
import type { CompatRules } from './compatRules.ts'
import type { FlashblockSettings } from './flashblockOptions.ts'
import { miningModes } from './miningModes.ts'
import { duration, oneOf } from './optionValues.ts'

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

/** The settings with what the options change. Throws an `InvalidOption`. */
export function resolveCadence(
  options: CadenceOptions,
  settings: CadenceSettings,
): CadenceSettings {
  const { mining, blockTime, flashblockTime } = options
  return {
    mining: mining === undefined ? settings.mining : oneOf('mining', mining, miningModes),
    blockMs: blockTime === undefined ? settings.blockMs : duration('blockTime', blockTime, 's'),
    flashblockMs:
      flashblockTime === undefined
        ? settings.flashblockMs
        : duration('flashblockTime', flashblockTime, 'ms'),
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

/** Has blocks sealed at every interval, or not at all when it is 0; automining stays as it is. */
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
  const blockMs = duration('interval', `${intervalMs}ms`, 'ms')
  if (cadence.mining === 'flashblocks') return { ...cadence, blockMs }
  return { ...cadence, blockMs, mining: isAuto ? 'mixed' : 'interval' }
}

/** What the miner is told. */
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
