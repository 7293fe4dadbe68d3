import type { Devnet } from '../../../devnet/devnet.ts'
import { quantity } from '../../../lib/hex.ts'

/** When blocks are made, as `preconf_cadence` tells it: times in ms. */
export function formatCadence({ schedule, settings }: Pick<Devnet, 'schedule' | 'settings'>) {
  const { cadence, isPaused } = schedule
  return {
    mining: cadence.mining,
    blockTime: quantity(Math.round(cadence.blockMs)),
    flashblockTime: quantity(Math.round(cadence.flashblockMs)),
    paused: isPaused,
    clock: settings.clock,
  }
}
