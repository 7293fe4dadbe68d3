import type { Flag } from '../flag.ts'

/** How much a block, a transaction and a contract may have. */
export const limitFlags: readonly Flag[] = [
  {
    name: 'gas-limit',
    short: 'l',
    aliases: ['block-gas-limit', 'miner.blockGasLimit'],
    type: 'text',
    default: '30000000',
    description: 'Gas that a block can hold',
    group: 'Limits',
    target: { of: 'devnet', option: 'gasLimit' },
  },
  {
    name: 'transaction-gas-cap',
    aliases: ['tx-gas-limit', 'enable-tx-gas-limit'],
    type: 'switch',
    default: 'false; true with --init',
    description: 'Cap the gas of a transaction at 2^24 from Osaka on (EIP-7825)',
    group: 'Limits',
    target: { of: 'devnet', option: 'transactionGasCap' },
  },
]
