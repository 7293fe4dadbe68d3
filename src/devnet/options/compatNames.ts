import type { CompatName } from '../../types/options/options.ts'

/** All there are. */
export const compatNames = [
  'anvil',
  'hardhat',
  'hardhat2',
  'hardhat3',
  'ganache',
  'geth',
  'base',
] as const satisfies readonly CompatName[]
