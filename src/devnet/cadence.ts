import type { Cadence } from '../mining/cadence.ts'
import type { CadenceOptions, MiningMode } from '../types/options.ts'
import { duration, oneOf } from './optionValues.ts'

/** How blocks are to be made: a mode with the times of all modes. */
export interface CadenceSettings {
  readonly mining: MiningMode
  readonly blockMs: number
  readonly flashblockMs: number
}

export const miningModes = ['flashblocks', 'interval', 'auto', 'manual'] as const

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

/** What the miner is told. */
export function cadenceOf({ mining, blockMs, flashblockMs }: CadenceSettings): Cadence {
  switch (mining) {
    case 'flashblocks':
      return { kind: 'flashblocks', blockMs, flashblockMs }
    case 'interval':
      return { kind: 'interval', blockMs }
    default:
      return { kind: mining }
  }
}
