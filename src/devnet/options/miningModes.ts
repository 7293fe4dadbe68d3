import type { MiningMode } from '../../types/options/options.ts'

/** All there are. */
export const miningModes = [
  'flashblocks',
  'interval',
  'auto',
  'mixed',
  'manual',
] as const satisfies readonly MiningMode[]
