import type { HardforkName } from '../../types/options.ts'

/** Hardforks a fresh chain can start with, oldest first; each includes all before it. */
export const hardforks = [
  'chainstart',
  'homestead',
  'tangerineWhistle',
  'spuriousDragon',
  'byzantium',
  'constantinople',
  'petersburg',
  'istanbul',
  'muirGlacier',
  'berlin',
  'london',
  'arrowGlacier',
  'grayGlacier',
  'paris',
  'shanghai',
  'cancun',
  'prague',
  'osaka',
] as const satisfies readonly HardforkName[]
