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
