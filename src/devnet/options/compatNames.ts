import type { CompatName } from '../../types/options/options.ts'

/** All there are. */
export const compatNames = [
  'anvil',
  'hardhat',
  'ganache',
  'geth',
  'base',
] as const satisfies readonly CompatName[]
