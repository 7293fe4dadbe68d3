import type {
  BlockOptions,
  FeeOptions,
  FlashblockOptions,
  HistoryOptions,
} from '../../types/options/chainOptions.ts'
import {
  type Beside,
  bigFrom,
  choice,
  type Definitions,
  integerFrom,
  type OptionFlags,
  type Values,
  valuesOf,
} from './definition.ts'
import { duration, flag, InvalidOption, integer, wei } from './optionValues.ts'

/** Numbers that clients read as numbers of JavaScript. */
const maxNumber = BigInt(Number.MAX_SAFE_INTEGER)

/** How blocks are numbered and timed, and what genesis has. */
export const blockOptions = {
  number: { check: bigFrom(0n, maxNumber), default: 0 },
  // Without it, `compat` and `network` decide.
  slotsInAnEpoch: { check: integerFrom(1, 1_000_000) },
  allowSameTimestamp: { check: flag, default: ({ rules }: Beside) => rules.sharesTimestamps },
  disableDefaultCreate2Deployer: {
    check: flag,
    default: ({ rules }: Beside) => !rules.hasCreate2Deployer,
  },
  throwOnFailure: { check: flag, default: ({ rules }: Beside) => rules.throwsFailures },
} satisfies Definitions<BlockOptions>

export const blockFlags = {
  number: {
    type: 'text',
    description: 'Number of the first block of the chain',
    group: 'Chain',
  },
  disableDefaultCreate2Deployer: {
    aliases: ['no-create2'],
    type: 'switch',
    default: 'false; true with --compat hardhat and ganache',
    description: 'Start without the CREATE2 deployer contract 0x4e59…956c',
    group: 'Chain',
  },
  slotsInAnEpoch: {
    type: 'number',
    default: '32',
    description: 'Blocks from latest back to safe, and from there to finalized',
    group: 'Blocks',
  },
  allowSameTimestamp: {
    type: 'switch',
    default: 'false; true with --compat anvil',
    description:
      'Allow a block to have the same timestamp as its parent. ' +
      'Blocks that come more than once a second always may',
    group: 'Blocks',
  },
  throwOnFailure: {
    type: 'switch',
    default: 'false; true with --compat hardhat',
    description: 'Return an error when a sent transaction is sealed at once and fails',
    group: 'Blocks',
  },
} satisfies OptionFlags<BlockOptions>

/** Options of blocks with their defaults, checked. */
export interface BlockSettings extends Values<typeof blockOptions> {
  readonly slotsInAnEpoch: number
}

/** Checks options and fills in the defaults. Throws an `InvalidOption`. */
export function resolveBlocks(options: BlockOptions, beside: Beside): BlockSettings {
  const values = valuesOf(blockOptions, options, beside)
  // Hardhat's 0 cannot be given.
  return { ...values, slotsInAnEpoch: values.slotsInAnEpoch ?? beside.rules.slotsInAnEpoch }
}

/** Wei per gas. */
export const usualBaseFee = 1_000_000_000n

/** What gas costs, in wei. */
export const feeOptions = {
  baseFee: { check: wei, default: usualBaseFee },
  gasPrice: { check: wei },
  minGasPrice: { check: wei, default: 0 },
  priorityFee: { check: flag, default: true },
  disablePoolBalanceChecks: { check: flag, default: false },
} satisfies Definitions<FeeOptions>

export const feeFlags = {
  baseFee: {
    aliases: ['block-base-fee-per-gas'],
    type: 'text',
    description: 'Base fee of the genesis block per gas: wei, or as in 5gwei',
    group: 'Fees',
  },
  gasPrice: {
    short: 'g',
    aliases: ['miner.defaultGasPrice'],
    type: 'text',
    default: 'the base fee and a tip of 1 gwei',
    description:
      'Result of eth_gasPrice and default price of transactions without fees, per gas: wei, or as in 5gwei',
    group: 'Fees',
  },
  minGasPrice: {
    aliases: ['miner.gasPrice'],
    type: 'text',
    description:
      'Lowest tip with which the pool accepts a transaction, per gas: wei, or as in 5gwei',
    group: 'Fees',
  },
  priorityFee: {
    offAliases: ['disable-min-priority-fee'],
    type: 'switch',
    description: 'Suggest no tips: eth_maxPriorityFeePerGas answers 0',
    group: 'Fees',
  },
  disablePoolBalanceChecks: {
    type: 'switch',
    description: 'Accept transactions into the pool whose sender cannot pay for them yet',
    group: 'Fees',
  },
} satisfies OptionFlags<FeeOptions>

/** What goes into flashblocks. */
export const flashblockOptions = {
  flashblockGas: { ...choice('cumulative', 'full'), default: 'full' },
  flashblockLeeway: { check: leeway, default: 0 },
  preset: choice('base'),
} satisfies Definitions<FlashblockOptions>

export const flashblockFlags = {
  flashblockGas: {
    type: 'text',
    description: "Gas available up to flashblock j of n: j/n of the block's gas, or all of it",
    group: 'Pre-confirmations',
  },
  flashblockLeeway: {
    type: 'text',
    description: 'How long before the seal the last flashblock is made, as 50ms',
    group: 'Pre-confirmations',
  },
  preset: {
    type: 'text',
    description: 'The same as --network base-flashblocks',
    group: 'Pre-confirmations',
  },
} satisfies OptionFlags<FlashblockOptions>

/** Options of flashblocks with their defaults, checked. */
export interface FlashblockSettings {
  readonly flashblockGas: 'cumulative' | 'full'
  readonly flashblockLeewayMs: number
}

/** Checks options and fills in the defaults; `blockMs` is the block time. Throws an `InvalidOption`. */
export function resolveFlashblocks(
  options: FlashblockOptions,
  blockMs: number,
): FlashblockSettings {
  const { flashblockGas, flashblockLeeway } = valuesOf(flashblockOptions, options)
  if (flashblockLeeway < blockMs || flashblockLeeway === 0) {
    return { flashblockGas, flashblockLeewayMs: flashblockLeeway }
  }
  const wanted = `give less than the block time, ${blockMs} ms`
  throw new InvalidOption('flashblockLeeway', options.flashblockLeeway, wanted)
}

function leeway(option: string, value: unknown): number {
  return /^0+(ms|s)?$/.test(String(value)) ? 0 : duration(option, value)
}

/** How much of the past is kept. */
export const historyOptions = {
  pruneHistory: { check: prunedStates },
  transactionBlockKeeper: { check: count },
  maxPersistedStates: { check: count },
} satisfies Definitions<HistoryOptions>

export const historyFlags = {
  pruneHistory: {
    type: 'optional',
    description:
      'Keep only the newest 64 states, or as many as given, and their blocks, at least 256',
    group: 'Chain',
  },
  transactionBlockKeeper: {
    type: 'number',
    default: 'all',
    description: 'Number of newest blocks to keep, at least 256',
    group: 'Chain',
  },
  maxPersistedStates: {
    type: 'number',
    default: 'all',
    description: 'Number of newest blocks whose states are kept',
    group: 'Chain',
  },
} satisfies OptionFlags<HistoryOptions>

/** Options of history, checked. */
export interface HistorySettings {
  /** Blocks whose states are kept, from the head back; none: all. */
  readonly keptStates: number | undefined
  /** Blocks that are kept, from the head back; none: all. */
  readonly keptBlocks: number | undefined
}

/** Two epochs of 32 slots. */
const defaultStates = 64
/** BLOCKHASH reaches so far. */
const minBlocks = 256
const maxBlocks = 2 ** 32

/** Checks options. Throws an `InvalidOption`. */
export function resolveHistory(options: HistoryOptions): HistorySettings {
  const values = valuesOf(historyOptions, options)
  const blocks = values.transactionBlockKeeper ?? values.pruneHistory
  return {
    keptStates: values.pruneHistory ?? values.maxPersistedStates,
    keptBlocks: blocks === undefined ? undefined : Math.max(blocks, minBlocks),
  }
}

function prunedStates(option: string, value: unknown): number | undefined {
  return value === true ? defaultStates : count(option, value)
}

/** The head's own are always kept: 0 is 1. */
function count(option: string, value: unknown): number | undefined {
  return value === false ? undefined : Math.max(1, integer(option, value, 0, maxBlocks))
}
