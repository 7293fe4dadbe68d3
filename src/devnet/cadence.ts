import type { Cadence } from '../mining/cadence.ts'
import type { MiningMode } from '../types/options.ts'

/** How blocks are to be made: a mode with the times of all modes. */
export interface CadenceSettings {
  readonly mining: MiningMode
  readonly blockMs: number
  readonly flashblockMs: number
}

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
