import { compatNames } from '../../devnet/options/compatNames.ts'
import { hardforks } from '../../ethereumjs/protocol/hardforks.ts'
import type { Flag } from '../flag.ts'

/** What the chain is and begins with. */
export const chainFlags: readonly Flag[] = [
  {
    name: 'chain-id',
    aliases: ['chain.chainId'],
    type: 'number',
    default: '31337',
    description: 'Chain id',
    group: 'Chain',
    target: { of: 'devnet', option: 'chainId' },
  },
  {
    name: 'chain-name',
    type: 'text',
    default: 'base',
    description: 'Names the status method: <name>_transactionStatus',
    group: 'Chain',
    target: { of: 'devnet', option: 'chainName' },
  },
  {
    name: 'hardfork',
    short: 'k',
    aliases: ['chain.hardfork'],
    type: 'text',
    choices: hardforks,
    default: 'osaka',
    description: 'Protocol upgrade that holds from genesis on',
    group: 'Chain',
    target: { of: 'devnet', option: 'hardfork' },
  },
  {
    name: 'timestamp',
    short: 't',
    aliases: ['chain.time'],
    type: 'text',
    default: 'now; 2026-01-01 under the manual clock',
    description: 'Time of the genesis block: seconds since 1970, or a date',
    group: 'Chain',
    target: { of: 'devnet', option: 'timestamp' },
  },
  {
    name: 'init',
    type: 'text',
    description:
      "geth's genesis.json to begin with; it says what the flags of the chain say otherwise. " +
      'This, --chain, --load-state and --fixture take each of the four kinds of files',
    group: 'Chain',
    target: { of: 'devnet', option: 'genesis' },
  },
  {
    name: 'chain',
    aliases: ['chain-rlp'],
    type: 'text',
    description: 'File of RLP blocks to begin with, on top of --init; with a number as --chain-id',
    group: 'Chain',
    target: { of: 'devnet', option: 'chain' },
  },
  {
    name: 'fixture',
    type: 'lines',
    description:
      'Fixture to begin with, in JSON or YAML or a module: over all other files; may be given several times',
    group: 'Chain',
    target: { of: 'devnet', option: 'fixture' },
  },
  {
    name: 'compat',
    type: 'text',
    choices: compatNames,
    default: 'anvil, with flashblocks',
    description:
      'Which node to be where they differ; given, anvil, hardhat and ganache seal each transaction at once',
    group: 'Chain',
    target: { of: 'devnet', option: 'compat' },
  },
  {
    name: 'simulate-format',
    type: 'text',
    choices: ['service', 'execution-apis'],
    default: 'service',
    description: "Shape of eth_simulateV1 answers: the service's, or the official specification's",
    group: 'Chain',
    target: { of: 'devnet', option: 'simulateFormat' },
  },
  {
    name: 'number',
    type: 'text',
    default: '0',
    description: 'Number of the block that the chain begins with',
    group: 'Chain',
    target: { of: 'devnet', option: 'number' },
  },
  {
    name: 'disable-default-create2-deployer',
    aliases: ['no-create2'],
    type: 'switch',
    default: 'false',
    description: 'Begin without the contract 0x4e59…956c that deploys by CREATE2',
    group: 'Chain',
    target: { of: 'devnet', option: 'disableDefaultCreate2Deployer' },
  },
]
