import { hardforks } from '../evm/hardforks.ts'
import type { ListenOptions, Profile } from '../types/devnet.ts'
import type { DevnetOptions, MiningMode } from '../types/options.ts'

/**
 * How the text after a flag is read. `number`: a small whole number. `text`: left as it is, for
 * amounts and times that a number of JavaScript could not hold or that have a unit. `list`: texts
 * between commas. `switch`: true or false, true when nothing follows.
 */
type FlagType = 'number' | 'text' | 'list' | 'switch'

export interface Flag {
  /** As typed after `--`. */
  readonly name: string
  /** The letter typed after `-`. */
  readonly short?: string | undefined
  readonly type: FlagType
  /** All values it can have. */
  readonly choices?: readonly string[] | undefined
  /** What holds without the flag, as people read it. */
  readonly default?: string | undefined
  readonly description: string
  readonly group: 'Server' | 'Chain' | 'Blocks' | 'Pre-confirmations' | 'Output'
  /** What the flag sets. */
  readonly target:
    | { readonly of: 'devnet'; readonly option: keyof DevnetOptions }
    | { readonly of: 'listen'; readonly option: keyof ListenOptions }
    | { readonly of: 'command'; readonly option: 'noMining' | 'silent' }
}

const miningModes: readonly MiningMode[] = ['flashblocks', 'interval', 'auto', 'mixed', 'manual']
const profiles: readonly Profile[] = ['devnet', 'public', 'dedicated']

/** The flags of the command; `--help` and the README's table are made from them. */
export const flags: readonly Flag[] = [
  {
    name: 'port',
    short: 'p',
    type: 'number',
    default: '8545',
    description: 'Port to listen on; 0 takes a free one',
    group: 'Server',
    target: { of: 'listen', option: 'port' },
  },
  {
    name: 'host',
    type: 'text',
    default: '127.0.0.1',
    description: 'Address or name to listen on',
    group: 'Server',
    target: { of: 'listen', option: 'host' },
  },
  {
    name: 'profile',
    type: 'text',
    choices: profiles,
    default: 'devnet',
    description: 'Methods answered at /, as /public and /dedicated always have theirs',
    group: 'Server',
    target: { of: 'listen', option: 'profile' },
  },
  {
    name: 'allow-origin',
    type: 'text',
    default: '* over HTTP, pages of this machine over WebSocket',
    description: 'Origins of web pages that may read answers, between commas; * is any',
    group: 'Server',
    target: { of: 'listen', option: 'allowOrigin' },
  },
  {
    name: 'allowed-hosts',
    type: 'list',
    default: 'localhost and IP addresses',
    description: 'Further names under which requests may come (Host header), between commas',
    group: 'Server',
    target: { of: 'listen', option: 'allowedHosts' },
  },
  {
    name: 'accounts',
    short: 'a',
    type: 'number',
    default: '10',
    description: 'Number of funded accounts',
    group: 'Chain',
    target: { of: 'devnet', option: 'accounts' },
  },
  {
    name: 'balance',
    type: 'text',
    default: '10000',
    description: 'Balance of each account, in ether',
    group: 'Chain',
    target: { of: 'devnet', option: 'balance' },
  },
  {
    name: 'mnemonic',
    short: 'm',
    type: 'text',
    default: 'test test … test junk',
    description: "BIP-39 words that the accounts come from, at m/44'/60'/0'/0/index",
    group: 'Chain',
    target: { of: 'devnet', option: 'mnemonic' },
  },
  {
    name: 'chain-id',
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
    type: 'text',
    choices: hardforks,
    default: 'osaka',
    description: 'Protocol upgrade that holds from genesis on',
    group: 'Chain',
    target: { of: 'devnet', option: 'hardfork' },
  },
  {
    name: 'gas-limit',
    type: 'text',
    default: '30000000',
    description: 'Gas that a block can hold',
    group: 'Chain',
    target: { of: 'devnet', option: 'gasLimit' },
  },
  {
    name: 'base-fee',
    type: 'text',
    default: '1000000000',
    description: 'Base fee of the genesis block, in wei per gas',
    group: 'Chain',
    target: { of: 'devnet', option: 'baseFee' },
  },
  {
    name: 'timestamp',
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
      "geth's genesis.json to begin with; it says what the flags of the chain say otherwise",
    group: 'Chain',
    target: { of: 'devnet', option: 'genesis' },
  },
  {
    name: 'chain',
    type: 'text',
    description: 'File of RLP blocks to begin with, on top of --init',
    group: 'Chain',
    target: { of: 'devnet', option: 'chain' },
  },
  {
    name: 'transaction-gas-cap',
    type: 'switch',
    default: 'false; true with --init',
    description: 'Cap the gas of a transaction at 2^24 from Osaka on (EIP-7825)',
    group: 'Chain',
    target: { of: 'devnet', option: 'transactionGasCap' },
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
    name: 'compat',
    type: 'text',
    choices: ['base'],
    description: "Have the quirks of a public node in reads of pre-confirmed state: Base's",
    group: 'Pre-confirmations',
    target: { of: 'devnet', option: 'compat' },
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
    description: 'Hash of the pending block: zeros, or that of its header so far',
    group: 'Pre-confirmations',
    target: { of: 'devnet', option: 'pendingHash' },
  },
  {
    name: 'receipts',
    type: 'text',
    choices: ['preconfirmed', 'sealed'],
    default: 'preconfirmed',
    description: 'From when on a receipt is found by the hash of its transaction',
    group: 'Pre-confirmations',
    target: { of: 'devnet', option: 'receipts' },
  },
  {
    name: 'seed',
    type: 'text',
    default: 'preconf',
    description: 'What everything that looks random is drawn from',
    group: 'Pre-confirmations',
    target: { of: 'devnet', option: 'seed' },
  },
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
    type: 'switch',
    default: 'false',
    description: 'The same as --mining manual',
    group: 'Blocks',
    target: { of: 'command', option: 'noMining' },
  },
  {
    name: 'block-time',
    short: 'b',
    type: 'text',
    default: '2s',
    description: 'Time between sealed blocks: seconds, or with a unit as in 500ms',
    group: 'Blocks',
    target: { of: 'devnet', option: 'blockTime' },
  },
  {
    name: 'flashblock-time',
    type: 'text',
    default: '200ms',
    description: 'Time between flashblocks: milliseconds, or with a unit as in 0.5s',
    group: 'Blocks',
    target: { of: 'devnet', option: 'flashblockTime' },
  },
  {
    name: 'order',
    type: 'text',
    choices: ['fees', 'fifo'],
    default: 'fees',
    description: 'In which order transactions are offered to a block: by tip, or as they came',
    group: 'Blocks',
    target: { of: 'devnet', option: 'order' },
  },
  {
    name: 'clock',
    type: 'text',
    choices: ['real', 'manual'],
    default: 'real',
    description: 'A manual clock stands still until it is moved; equal runs give equal hashes',
    group: 'Blocks',
    target: { of: 'devnet', option: 'clock' },
  },
  {
    name: 'silent',
    type: 'switch',
    default: 'false',
    description: 'Print nothing but errors',
    group: 'Output',
    target: { of: 'command', option: 'silent' },
  },
]

/** Such as `PRECONF_CHAIN_ID`: what is set there holds when the flag is not given. */
export function environmentVariable({ name }: Flag): string {
  return `PRECONF_${name.toUpperCase().replaceAll('-', '_')}`
}

/** The description with the values to choose from. */
export function describe({ description, choices }: Flag): string {
  return choices === undefined ? description : `${description} (${choices.join(', ')})`
}
