import type { DevnetOptions } from '../../types/options/options.ts'
import type { TrafficChoice, TrafficOptions } from '../../types/traffic.ts'
import { compatNames } from './compatRules.ts'
import { asGiven, choice, type Definitions, integerFrom, type OptionFlags } from './definition.ts'
import { InvalidOption, members, time } from './optionValues.ts'

type NodeOptions = Pick<
  DevnetOptions,
  | 'chainId'
  | 'chainName'
  | 'timestamp'
  | 'compat'
  | 'simulateFormat'
  | 'order'
  | 'clock'
  | 'newHeads'
  | 'pendingHash'
  | 'receipts'
  | 'seed'
  | 'replay'
  | 'scenario'
  | 'traffic'
>

/** Which chain it is, by which rules and clock, and what clients see of it. */
export const nodeOptions = {
  chainId: { check: integerFrom(1, Number.MAX_SAFE_INTEGER), default: 31_337 },
  chainName: { check: chainName, default: 'base' },
  timestamp: { check: time },
  compat: { ...choice(...compatNames), default: 'anvil' },
  simulateFormat: { ...choice('service', 'execution-apis'), default: 'service' },
  order: { ...choice('fees', 'fifo'), default: 'fees' },
  clock: { ...choice('real', 'manual'), default: 'real' },
  newHeads: { ...choice('sealed', 'flashblocks'), default: 'sealed' },
  pendingHash: { ...choice('zero', 'real'), default: 'zero' },
  receipts: { ...choice('preconfirmed', 'sealed'), default: 'preconfirmed' },
  seed: { check: seedText, default: 'preconf' },
  replay: { check: streamFile },
  scenario: { check: asGiven },
  traffic: { check: trafficChoice },
} satisfies Definitions<NodeOptions>

export const nodeFlags = {
  chainId: {
    aliases: ['chain.chainId'],
    type: 'number',
    description: 'Chain id',
    group: 'Chain',
  },
  chainName: {
    type: 'text',
    description: 'Namespace of the status method: <name>_transactionStatus',
    group: 'Chain',
  },
  timestamp: {
    short: 't',
    aliases: ['chain.time', 'time'],
    type: 'text',
    default: 'now; 2026-01-01 under the manual clock',
    description: 'Time of the genesis block: seconds since 1970, or a date',
    group: 'Chain',
  },
  compat: {
    type: 'text',
    default: 'anvil, with flashblocks',
    description:
      'Node to imitate where nodes differ; with anvil, hardhat (2 or 3) and ganache each transaction is sealed at once',
    group: 'Chain',
  },
  simulateFormat: {
    type: 'text',
    description:
      "Format of eth_simulateV1 answers: with a zero state root and errors as strings, or the official specification's",
    group: 'Chain',
  },
  order: {
    type: 'text',
    description: 'Order of transactions in a block: by tip, or by arrival',
    group: 'Blocks',
  },
  clock: {
    type: 'text',
    description: 'A manual clock moves only on request, so equal runs give equal hashes',
    group: 'Blocks',
  },
  newHeads: {
    name: 'newheads',
    type: 'text',
    description: 'Push newHeads for sealed blocks, or for the pending block at each flashblock too',
    group: 'Pre-confirmations',
  },
  pendingHash: {
    type: 'text',
    description: 'Hash of the pending block: zeros, or the hash of its header so far',
    group: 'Pre-confirmations',
  },
  receipts: {
    type: 'text',
    description: 'When eth_getTransactionReceipt first returns a receipt',
    group: 'Pre-confirmations',
  },
  seed: {
    type: 'text',
    description: 'Random seed, for reproducible runs',
    group: 'Pre-confirmations',
  },
  replay: {
    type: 'text',
    description: 'Recorded stream of a live chain whose rhythm to play; see preconf record',
    group: 'Pre-confirmations',
  },
  scenario: {
    type: 'text',
    description:
      'Scenario to play from the start, in YAML, JSON or a module; see docs/scenarios.md',
    group: 'Chain',
  },
  traffic: {
    type: 'text',
    description:
      'Background transactions: quiet, busy, congested, mint, crash, or numbers as in busy,rate=20',
    group: 'Blocks',
  },
} satisfies OptionFlags<NodeOptions>

function chainName(option: string, value: unknown): string {
  if (typeof value !== 'string' || !/^[a-z][a-zA-Z0-9]*$/.test(value)) {
    throw new InvalidOption(option, value, 'give a word of letters and digits, such as base')
  }
  return value
}

function streamFile(option: string, value: unknown): string | Uint8Array {
  if ((typeof value === 'string' && value !== '') || value instanceof Uint8Array) return value
  throw new InvalidOption(option, value, 'give the path or the bytes of a file of preconf record')
}

/** The fields of `traffic`. */
export const trafficFields = [
  'preset',
  'rate',
  'burst',
  'mix',
  'fill',
  'sell',
  'tip',
  'maxBaseFee',
  'replace',
  'backlog',
  'senders',
  'seed',
] as const satisfies readonly (keyof TrafficOptions)[]

/** The extension reads the values: it is loaded for chains with traffic only. */
function trafficChoice(option: string, value: unknown): TrafficChoice {
  if (typeof value === 'string' && value !== '') return value
  if (typeof value === 'object' && value !== null)
    return members<TrafficOptions>(option, value, trafficFields)
  throw new InvalidOption(option, value, 'give a preset such as busy, or an object of numbers')
}

function seedText(option: string, value: unknown): string {
  if (typeof value === 'string' || Number.isFinite(value)) return String(value)
  throw new InvalidOption(option, value, 'give a string or a number')
}
