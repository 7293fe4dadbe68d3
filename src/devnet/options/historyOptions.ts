import type { HistoryOptions } from '../../types/options/historyOptions.ts'
import { integer } from './optionValues.ts'

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
