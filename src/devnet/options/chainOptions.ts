import type {
  BlockOptions,
  FeeOptions,
  FlashblockOptions,
  HistoryOptions,
} from '../../types/options/chainOptions.ts'
import type { CompatRules } from './compatRules.ts'
import { big, duration, flag, InvalidOption, integer, oneOf } from './optionValues.ts'

/** Options of blocks with their defaults, checked. */
export interface BlockSettings {
  readonly number: bigint
  readonly slotsInAnEpoch: number
  readonly allowSameTimestamp: boolean
  readonly disableDefaultCreate2Deployer: boolean
  readonly throwOnFailure: boolean
}

/** Numbers that clients read as numbers of JavaScript. */
const mostNumber = BigInt(Number.MAX_SAFE_INTEGER)
const mostSlots = 1_000_000

/** Checks options and fills in the defaults. Throws an `InvalidOption`. */
export function resolveBlocks(
  options: BlockOptions,
  rules: Pick<
    CompatRules,
    'slotsInAnEpoch' | 'sharesTimestamps' | 'hasCreate2Deployer' | 'throwsFailures'
  >,
): BlockSettings {
  const { slotsInAnEpoch } = options
  return {
    number: big('number', options.number ?? 0, 0n, mostNumber),
    slotsInAnEpoch:
      slotsInAnEpoch === undefined
        ? rules.slotsInAnEpoch
        : integer('slotsInAnEpoch', slotsInAnEpoch, 1, mostSlots),
    allowSameTimestamp: flag(
      'allowSameTimestamp',
      options.allowSameTimestamp ?? rules.sharesTimestamps,
    ),
    disableDefaultCreate2Deployer: flag(
      'disableDefaultCreate2Deployer',
      options.disableDefaultCreate2Deployer ?? !rules.hasCreate2Deployer,
    ),
    throwOnFailure: flag('throwOnFailure', options.throwOnFailure ?? rules.throwsFailures),
  }
}

/** Options of fees with their defaults, checked. Fees in wei per gas. */
export interface FeeSettings {
  readonly baseFee: bigint
  readonly gasPrice: bigint | undefined
  readonly minGasPrice: bigint
  readonly priorityFee: boolean
  readonly disablePoolBalanceChecks: boolean
}

const maxUint256 = 2n ** 256n - 1n

/** Wei per gas. */
export const usualBaseFee = 1_000_000_000n

/** Checks options and fills in the defaults. Throws an `InvalidOption`. */
export function resolveFees(options: FeeOptions): FeeSettings {
  const { baseFee, gasPrice, minGasPrice, priorityFee, disablePoolBalanceChecks } = options
  return {
    baseFee: big('baseFee', baseFee ?? usualBaseFee, 0n, maxUint256),
    gasPrice: gasPrice === undefined ? undefined : big('gasPrice', gasPrice, 0n, maxUint256),
    minGasPrice: big('minGasPrice', minGasPrice ?? 0, 0n, maxUint256),
    priorityFee: flag('priorityFee', priorityFee ?? true),
    disablePoolBalanceChecks: flag('disablePoolBalanceChecks', disablePoolBalanceChecks ?? false),
  }
}

/** Options of flashblocks with their defaults, checked. */
export interface FlashblockSettings {
  readonly flashblockGas: 'cumulative' | 'full'
  readonly flashblockLeewayMs: number
}

/** Checks options and fills in the defaults; `blockMs` is the block time. Throws an `InvalidOption`. */
export function resolveFlashblocks(
  { flashblockGas, flashblockLeeway }: FlashblockOptions,
  blockMs: number,
): FlashblockSettings {
  return {
    flashblockGas: oneOf('flashblockGas', flashblockGas ?? 'full', ['cumulative', 'full']),
    flashblockLeewayMs: leeway(flashblockLeeway ?? 0, blockMs),
  }
}

function leeway(value: unknown, blockMs: number): number {
  if (/^0+(ms|s)?$/.test(String(value))) return 0
  const ms = duration('flashblockLeeway', value, 'ms')
  if (ms < blockMs) return ms
  throw new InvalidOption('flashblockLeeway', value, `give less than the block time, ${blockMs} ms`)
}

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
const leastBlocks = 256
const most = 2 ** 32

/** Checks options. Throws an `InvalidOption`. */
export function resolveHistory(options: HistoryOptions): HistorySettings {
  const { pruneHistory = false, transactionBlockKeeper, maxPersistedStates } = options
  const pruned = pruneHistory === true ? defaultStates : count('pruneHistory', pruneHistory)
  const blocks = count('transactionBlockKeeper', transactionBlockKeeper) ?? pruned
  return {
    keptStates: pruned ?? count('maxPersistedStates', maxPersistedStates),
    keptBlocks: blocks === undefined ? undefined : Math.max(blocks, leastBlocks),
  }
}

/** The head's own are always kept: 0 is 1. */
function count(option: string, value: unknown): number | undefined {
  if (value === undefined || value === false) return undefined
  return Math.max(1, integer(option, value, 0, most))
}
