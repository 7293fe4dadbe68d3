import { compatNames } from '../../devnet/options/compatRules.ts'
import { startHardforks } from '../../ethereumjs/protocol/hardforks.ts'
import { networkNames } from '../../networks/records.ts'
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
    name: 'network',
    type: 'text',
    choices: networkNames,
    default: 'ethereum',
    description: 'Chain to be like: its id, cadence, limits, fees and rules, where none are given',
    group: 'Chain',
    target: { of: 'devnet', option: 'network' },
  },
  {
    name: 'chain-name',
    type: 'text',
    default: 'base',
    description: 'Namespace of the status method: <name>_transactionStatus',
    group: 'Chain',
    target: { of: 'devnet', option: 'chainName' },
  },
  {
    name: 'hardfork',
    short: 'k',
    aliases: ['chain.hardfork'],
    type: 'text',
    choices: startHardforks,
    default: 'osaka',
    description: 'Hardfork that is active from genesis on',
    group: 'Chain',
    target: { of: 'devnet', option: 'hardfork' },
  },
  {
    name: 'timestamp',
    short: 't',
    aliases: ['chain.time', 'time'],
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
      "geth's genesis.json to start from, in place of the flags of the chain; " +
      'with --compat anvil those go over it. ' +
      '--init, --chain, --load-state and --fixture each accept all four kinds of files',
    group: 'Chain',
    target: { of: 'devnet', option: 'genesis' },
  },
  {
    name: 'chain',
    aliases: ['chain-rlp'],
    type: 'text',
    description:
      'File of RLP blocks to start from, on top of --init; a number is taken as --chain-id',
    group: 'Chain',
    target: { of: 'devnet', option: 'chain' },
  },
  {
    name: 'fixture',
    type: 'lines',
    description:
      'Fixture to start from, in JSON, YAML or a module, on top of all other files; may be given several times',
    group: 'Chain',
    target: { of: 'devnet', option: 'fixture' },
  },
  {
    name: 'compat',
    type: 'text',
    choices: compatNames,
    default: 'anvil, with flashblocks',
    description:
      'Node to behave like where nodes differ; anvil, hardhat (2 or 3) and ganache then seal each transaction at once',
    group: 'Chain',
    target: { of: 'devnet', option: 'compat' },
  },
  {
    name: 'simulate-format',
    type: 'text',
    choices: ['service', 'execution-apis'],
    default: 'service',
    description:
      "Format of eth_simulateV1 answers: with a zero state root and errors as strings, or the official specification's",
    group: 'Chain',
    target: { of: 'devnet', option: 'simulateFormat' },
  },
  {
    name: 'number',
    type: 'text',
    default: '0',
    description: 'Number of the first block of the chain',
    group: 'Chain',
    target: { of: 'devnet', option: 'number' },
  },
  {
    name: 'disable-default-create2-deployer',
    aliases: ['no-create2'],
    type: 'switch',
    default: 'false; true with --compat hardhat and ganache',
    description: 'Start without the CREATE2 deployer contract 0x4e59…956c',
    group: 'Chain',
    target: { of: 'devnet', option: 'disableDefaultCreate2Deployer' },
  },
]
