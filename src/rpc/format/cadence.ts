import type { BlockSchedule } from '../../devnet/blockSchedule.ts'
import { quantity } from '../../lib/hex.ts'

/** When blocks are made, as `preconf_cadence` tells it: times in ms. */
export function formatCadence({ cadence, isPaused }: Pick<BlockSchedule, 'cadence' | 'isPaused'>) {
  const { mining, blockMs, flashblockMs } = cadence
  return {
    mining,
    blockTime: quantity(Math.round(blockMs)),
    flashblockTime: quantity(Math.round(flashblockMs)),
    paused: isPaused,
  }
}
