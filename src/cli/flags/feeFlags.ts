import type { Flag } from '../flag.ts'

/** What gas costs. */
export const feeFlags: readonly Flag[] = [
  {
    name: 'base-fee',
    aliases: ['block-base-fee-per-gas'],
    type: 'text',
    default: '1000000000',
    description: 'Base fee of the genesis block, in wei per gas',
    group: 'Fees',
    target: { of: 'devnet', option: 'baseFee' },
  },
]
