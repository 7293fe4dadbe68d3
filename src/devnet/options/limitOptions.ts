import { bigIntMax } from '@ethereumjs/util'
import { defaultLimits, type LimitName, type Limits, limitNames } from '../../lib/limits.ts'
import type { CallRules } from '../../types/execution.ts'
import type { LimitOptions } from '../../types/options/limitOptions.ts'
import type { CompatRules } from './compatRules.ts'
import {
  type Beside,
  bigFrom,
  type Definitions,
  inSeconds,
  integerFrom,
  type OptionFlags,
  type Values,
  valuesOf,
} from './definition.ts'
import { flag, InvalidOption, integer } from './optionValues.ts'

const maxUint63 = 2n ** 63n - 1n
/** The highest gas limit that every client reads. */
const noGasLimit = BigInt(Number.MAX_SAFE_INTEGER)
/** 4 GiB: more than any memory of an EVM. */
const noCodeLimit = 2 ** 32

export const usualGasLimit = 30_000_000n

/** How much a block, a transaction and a contract may have; sizes in bytes. */
export const limitOptions = {
  gasLimit: { check: bigFrom(5_000n, maxUint63), default: usualGasLimit },
  // Without it see `callRulesOf`.
  callGasLimit: { check: bigFrom(21_000n, maxUint63) },
  transactionGasCap: { check: flag, default: ({ hasGenesis }: Beside) => hasGenesis },
  enableP256: { check: flag, default: false },
  disableBlockGasLimit: { check: flag, default: false },
  // Without it the protocol decides.
  codeSizeLimit: { check: integerFrom(1, noCodeLimit) },
  disableCodeSizeLimit: { check: flag, default: false },
  memoryLimit: { check: integerFrom(1, noCodeLimit) },
  traceTimeout: { ...inSeconds, default: '60s' },
  maxTransactions: { check: integerFrom(1, noCodeLimit) },
  limits: { check: limitsByName, default: {} },
} satisfies Definitions<LimitOptions>

export const limitFlags = {
  gasLimit: {
    short: 'l',
    aliases: ['block-gas-limit', 'miner.blockGasLimit'],
    type: 'text',
    description: 'Gas limit of blocks',
    group: 'Limits',
  },
  callGasLimit: {
    aliases: ['miner.callGasLimit'],
    type: 'text',
    default: '50000000, or the gas limit of blocks if that is more',
    description: 'Gas limit of calls and estimates',
    group: 'Limits',
  },
  transactionGasCap: {
    aliases: ['tx-gas-limit', 'enable-tx-gas-limit'],
    type: 'switch',
    default: 'false; true with --init',
    description: 'Cap the gas of a transaction at 2^24 from Osaka on (EIP-7825)',
    group: 'Limits',
  },
  enableP256: {
    aliases: ['enable-rip7212'],
    type: 'switch',
    description: 'Verify P-256 signatures at 0x100 before Osaka too (RIP-7212)',
    group: 'Limits',
  },
  disableBlockGasLimit: {
    type: 'switch',
    description: 'Disable the gas limit of blocks',
    group: 'Limits',
  },
  codeSizeLimit: {
    type: 'number',
    default: '24576',
    description: 'Maximum size of a contract in bytes; init code may be twice as large',
    group: 'Limits',
  },
  disableCodeSizeLimit: {
    aliases: ['chain.allowUnlimitedContractSize', 'allow-unlimited-contract-size'],
    type: 'switch',
    description: 'Allow contracts of any size',
    group: 'Limits',
  },
  memoryLimit: {
    type: 'number',
    description: 'Maximum memory of a contract call, in bytes',
    group: 'Limits',
  },
  traceTimeout: {
    type: 'text',
    description: 'Timeout of traces and access lists, as 60s',
    group: 'Limits',
  },
  maxTransactions: {
    type: 'number',
    description: 'Maximum number of transactions in a block',
    group: 'Limits',
  },
  limits: {
    name: 'limit',
    aliases: ['limits'],
    type: 'list',
    default: 'those of docs/limits.md',
    description:
      'Limits for clients, as name=number separated by commas, such as logs=100000,batchItems=5000',
    group: 'Limits',
  },
} satisfies OptionFlags<LimitOptions>

/** Options of limits with their defaults, checked. */
export interface LimitSettings
  extends Omit<
    Values<typeof limitOptions>,
    'disableBlockGasLimit' | 'disableCodeSizeLimit' | 'traceTimeout' | 'limits'
  > {
  readonly traceMs: number
  readonly limits: Limits
}

/** Checks options and fills in the defaults. Throws an `InvalidOption`. */
export function resolveLimits(options: LimitOptions, beside: Beside): LimitSettings {
  const values = valuesOf(limitOptions, options, beside)
  const { disableBlockGasLimit, disableCodeSizeLimit, traceTimeout, limits, ...others } = values
  if (disableBlockGasLimit) refuseBeside('disableBlockGasLimit', 'gasLimit', options)
  if (disableCodeSizeLimit) refuseBeside('disableCodeSizeLimit', 'codeSizeLimit', options)
  const codeSizeLimit = disableCodeSizeLimit ? noCodeLimit : values.codeSizeLimit
  const sizes = beside.rules.limitsTransactions ? sizesWith(codeSizeLimit) : noSizes
  return {
    ...others,
    gasLimit: disableBlockGasLimit ? noGasLimit : values.gasLimit,
    codeSizeLimit,
    traceMs: traceTimeout,
    limits: { ...defaultLimits, ...sizes, ...limits },
  }
}

/** Throws an `InvalidOption` when there is to be a limit and none. */
function refuseBeside(
  off: 'disableBlockGasLimit' | 'disableCodeSizeLimit',
  limit: 'gasLimit' | 'codeSizeLimit',
  options: LimitOptions,
): void {
  if (options[limit] === undefined) return
  throw new InvalidOption(limit, options[limit], `remove it, as ${off} is given`)
}

/** Timers of JavaScript hold 31 bits of milliseconds. */
const maxMs = 2 ** 31 - 1

const noSizes = {
  transactionBytes: Number.MAX_SAFE_INTEGER,
  blobTransactionBytes: Number.MAX_SAFE_INTEGER,
}

/** Room for what comes with the longest init code, in bytes. */
const besideInitCode = 8 * 1024

/** A transaction that creates the largest contract is never too large. */
function sizesWith(codeSizeLimit = 0): Pick<Limits, 'transactionBytes'> {
  const { transactionBytes } = defaultLimits
  return { transactionBytes: Math.max(transactionBytes, 2 * codeSizeLimit + besideInitCode) }
}

function limitsByName(option: string, given: unknown): Partial<Limits> {
  if (typeof given !== 'object' || given === null) {
    throw new InvalidOption(option, given, 'give numbers by name, such as { logs: 100000 }')
  }
  const limits: Partial<Record<LimitName, number>> = {}
  for (const [name, value] of Array.isArray(given) ? given.map(pairOf) : Object.entries(given)) {
    if (value === undefined) continue
    if (!isLimitName(name)) {
      throw new InvalidOption(option, name, `give one of ${limitNames.join(', ')}`)
    }
    const most = name.endsWith('Ms') ? maxMs : Number.MAX_SAFE_INTEGER
    limits[name] = integer(`${option} ${name}`, value, 1, most)
  }
  return limits
}

function isLimitName(name: string): name is LimitName {
  return limitNames.some((known) => known === name)
}

/** Returns the pair of a flag: `logs=100000`. */
function pairOf(text: unknown): readonly [name: string, value: number] {
  const [, name, digits] = /^(\w+)=(\d+)$/.exec(String(text)) ?? []
  if (name === undefined) throw new InvalidOption('limits', text, 'give name=number')
  return [name, Number(digits)]
}

/** Gas that a call can have in geth. */
const gethGasCap = 50_000_000n

/** What holds for calls in a block with this gas limit; `sender` sends transactions that name no sender. */
export function callRulesOf(
  {
    callGasLimit,
    compatRules,
  }: Pick<LimitSettings, 'callGasLimit'> & { readonly compatRules: CompatRules },
  blockGasLimit: bigint,
  sender: Uint8Array | undefined,
): CallRules {
  const hasSender = compatRules.fromFirstAccount === 'transactionsAndCalls'
  return {
    gasCap: callGasLimit ?? bigIntMax(gethGasCap, blockGasLimit),
    payment: compatRules.callPayment,
    sender: hasSender ? sender : undefined,
    createsNothing: compatRules.emptyCreations !== 'refused',
    authorizedCreations: compatRules.authorizedCreations,
    callsWithoutBaseFee: compatRules.callsWithoutBaseFee,
  }
}
