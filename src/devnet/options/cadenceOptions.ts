import type { Cadence } from '../../mining/cadence.ts'
import type { CadenceOptions, MiningMode } from '../../types/options.ts'
import type { FlashblockSettings } from './flashblockOptions.ts'
import { miningModes } from './miningModes.ts'
import { duration, oneOf } from './optionValues.ts'

/** How blocks are to be made: a mode with the times of all modes. */
export interface CadenceSettings {
  readonly mining: MiningMode
  readonly blockMs: number
  readonly flashblockMs: number
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

/** Whether `pending` is what the pool would make of the head, as there are no flashblocks. */
export function isSpeculating({ mining }: Pick<CadenceSettings, 'mining'>): boolean {
  return mining === 'auto' || mining === 'interval' || mining === 'mixed'
}

/** Switches automining, whatever else makes blocks: flashblocks give way to it. */
export function withAutomine(cadence: CadenceSettings, on: boolean): CadenceSettings {
  const { mining } = cadence
  if (on === isAutomining(cadence)) return cadence
  if (on) return { ...cadence, mining: mining === 'interval' ? 'mixed' : 'auto' }
  return { ...cadence, mining: mining === 'mixed' ? 'interval' : 'manual' }
}

/** Has blocks sealed at every interval, or not at all when it is 0; automining stays as it is. */
export function withInterval(cadence: CadenceSettings, intervalMs: number): CadenceSettings {
  const isAuto = isAutomining(cadence)
  if (intervalMs === 0) return { ...cadence, mining: isAuto ? 'auto' : 'manual' }
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
