import { miningModes } from '../../devnet/options/cadenceOptions.ts'
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
  {
    name: 'gas-price',
    short: 'g',
    aliases: ['miner.defaultGasPrice'],
    type: 'text',
    default: 'the base fee and a tip of 1 gwei',
    description: 'Answer of eth_gasPrice, and price of transactions sent without fees; wei per gas',
    group: 'Fees',
    target: { of: 'devnet', option: 'gasPrice' },
  },
  {
    name: 'min-gas-price',
    aliases: ['miner.gasPrice'],
    type: 'text',
    default: '0',
    description: 'Lowest tip with which the pool accepts a transaction, in wei per gas',
    group: 'Fees',
    target: { of: 'devnet', option: 'minGasPrice' },
  },
  {
    name: 'priority-fee',
    offAliases: ['disable-min-priority-fee'],
    type: 'switch',
    default: 'true',
    description: 'Suggest no tips: eth_maxPriorityFeePerGas answers 0',
    group: 'Fees',
    target: { of: 'devnet', option: 'priorityFee' },
  },
  {
    name: 'disable-pool-balance-checks',
    type: 'switch',
    default: 'false',
    description: 'Accept transactions into the pool whose sender cannot pay for them yet',
    group: 'Fees',
    target: { of: 'devnet', option: 'disablePoolBalanceChecks' },
  },
]

/** When blocks are made and of what. */
export const blockFlags: readonly Flag[] = [
  {
    name: 'mining',
    type: 'text',
    choices: miningModes,
    default: 'flashblocks',
    description:
      'When blocks are made: at the block time with or without flashblocks between, ' +
      'for each transaction, or on request',
    group: 'Blocks',
    target: { of: 'devnet', option: 'mining' },
  },
  {
    name: 'no-mining',
    aliases: ['no-mine'],
    type: 'switch',
    default: 'false',
    description: 'As --mining manual, and pending is what the pool would make',
    group: 'Blocks',
    target: { of: 'devnet', option: 'noMining' },
  },
  {
    name: 'mixed-mining',
    type: 'switch',
    default: 'false',
    description: 'The same as --mining mixed: for each transaction, and at every block time',
    group: 'Blocks',
    target: { of: 'devnet', option: 'mixedMining' },
  },
  {
    name: 'block-time',
    short: 'b',
    aliases: ['miner.blockTime'],
    type: 'text',
    default: '2s',
    description: 'Time between sealed blocks: seconds, or with a unit as in 500ms',
    group: 'Blocks',
    target: { of: 'devnet', option: 'blockTime' },
  },
  {
    name: 'order',
    type: 'text',
    choices: ['fees', 'fifo'],
    default: 'fees',
    description: 'Order of transactions in a block: by tip, or first come, first served',
    group: 'Blocks',
    target: { of: 'devnet', option: 'order' },
  },
  {
    name: 'clock',
    type: 'text',
    choices: ['real', 'manual'],
    default: 'real',
    description: 'A manual clock stands still until it is moved: equal runs give equal hashes',
    group: 'Blocks',
    target: { of: 'devnet', option: 'clock' },
  },
  {
    name: 'slots-in-an-epoch',
    type: 'number',
    default: '32',
    description: 'Blocks from latest back to safe, and from there to finalized',
    group: 'Blocks',
    target: { of: 'devnet', option: 'slotsInAnEpoch' },
  },
  {
    name: 'allow-same-timestamp',
    type: 'switch',
    default: 'false; true with --compat anvil',
    description:
      'Allow a block to have the same timestamp as its parent. ' +
      'Blocks that come more than once a second always may',
    group: 'Blocks',
    target: { of: 'devnet', option: 'allowSameTimestamp' },
  },
  {
    name: 'throw-on-failure',
    type: 'switch',
    default: 'false; true with --compat hardhat',
    description: 'Answer an error when a sent transaction is sealed at once and fails',
    group: 'Blocks',
    target: { of: 'devnet', option: 'throwOnFailure' },
  },
]
