import type { Flag } from '../flag.ts'

/** What can be seen of a block that is not sealed, and when. */
export const preconfirmationFlags: readonly Flag[] = [
  {
    name: 'flashblocks',
    type: 'switch',
    default: 'true',
    description: 'Make no flashblocks: the same as --mining interval',
    group: 'Pre-confirmations',
    target: { of: 'devnet', option: 'flashblocks' },
  },
  {
    name: 'flashblock-time',
    type: 'text',
    default: '200ms',
    description: 'Time between flashblocks: milliseconds, or with a unit as in 0.5s',
    group: 'Pre-confirmations',
    target: { of: 'devnet', option: 'flashblockTime' },
  },
  {
    name: 'newheads',
    type: 'text',
    choices: ['sealed', 'flashblocks'],
    default: 'sealed',
    description: 'Push newHeads for sealed blocks, or for the pending block at each flashblock too',
    group: 'Pre-confirmations',
    target: { of: 'devnet', option: 'newHeads' },
  },
  {
    name: 'pending-hash',
    type: 'text',
    choices: ['zero', 'real'],
    default: 'zero',
    description: 'Hash of the pending block: zeros, or the hash of its header so far',
    group: 'Pre-confirmations',
    target: { of: 'devnet', option: 'pendingHash' },
  },
  {
    name: 'receipts',
    type: 'text',
    choices: ['preconfirmed', 'sealed'],
    default: 'preconfirmed',
    description: 'When eth_getTransactionReceipt first answers a receipt',
    group: 'Pre-confirmations',
    target: { of: 'devnet', option: 'receipts' },
  },
  {
    name: 'seed',
    type: 'text',
    default: 'preconf',
    description: 'Seed of everything that looks random',
    group: 'Pre-confirmations',
    target: { of: 'devnet', option: 'seed' },
  },
  {
    name: 'flashblock-gas',
    type: 'text',
    choices: ['cumulative', 'full'],
    default: 'full',
    description:
      "Gas that flashblock j of n may use: j/n of the block's with those before it, or all of it",
    group: 'Pre-confirmations',
    target: { of: 'devnet', option: 'flashblockGas' },
  },
  {
    name: 'flashblock-leeway',
    type: 'text',
    default: '0',
    description:
      'How long before the seal the last flashblock is made: milliseconds, or with a unit',
    group: 'Pre-confirmations',
    target: { of: 'devnet', option: 'flashblockLeeway' },
  },
  {
    name: 'preset',
    type: 'text',
    choices: ['base'],
    description: 'The same as --network base-flashblocks',
    group: 'Pre-confirmations',
    target: { of: 'devnet', option: 'preset' },
  },
]
