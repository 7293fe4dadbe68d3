import type { Flag } from '../flag.ts'

/** How much a block, a transaction and a contract may have. */
export const limitFlags: readonly Flag[] = [
  {
    name: 'gas-limit',
    short: 'l',
    aliases: ['block-gas-limit', 'miner.blockGasLimit'],
    type: 'text',
    default: '30000000',
    description: 'Gas limit of blocks',
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
  {
    name: 'disable-block-gas-limit',
    type: 'switch',
    default: 'false',
    description: 'Set no gas limit for blocks',
    group: 'Limits',
    target: { of: 'devnet', option: 'disableBlockGasLimit' },
  },
  {
    name: 'code-size-limit',
    type: 'number',
    default: '24576',
    description: 'Largest size of a contract in bytes; init code can have twice as many',
    group: 'Limits',
    target: { of: 'devnet', option: 'codeSizeLimit' },
  },
  {
    name: 'disable-code-size-limit',
    aliases: ['chain.allowUnlimitedContractSize', 'allow-unlimited-contract-size'],
    type: 'switch',
    default: 'false',
    description: 'Allow contracts of any size',
    group: 'Limits',
    target: { of: 'devnet', option: 'disableCodeSizeLimit' },
  },
  {
    name: 'memory-limit',
    type: 'number',
    description: 'Largest memory of a contract call, in bytes',
    group: 'Limits',
    target: { of: 'devnet', option: 'memoryLimit' },
  },
  {
    name: 'max-transactions',
    type: 'number',
    description: 'Largest number of transactions in a block',
    group: 'Limits',
    target: { of: 'devnet', option: 'maxTransactions' },
  },
]
