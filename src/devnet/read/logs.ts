import type { Chain } from '../../chain/chain.ts'
import { BlockOutOfRangeError, InvalidBlockRangeError } from '../../chain/chainErrors.ts'
import { type LogEntry, type LogFilter, matchingLogs } from '../../execution/logFilter.ts'
import type { Hex } from '../../lib/hex.ts'
import type { Limits } from '../../lib/limits.ts'
import type { BlockId } from '../../types/values.ts'
import type { View } from '../../types/view.ts'
import type { CompatRules } from '../options/compatRules.ts'
import { UnknownBlock } from './unknownBlock.ts'

/** The blocks that are searched: a range with both ends, or one block. */
export type LogRange =
  | { readonly from: BlockId; readonly to: BlockId }
  | { readonly blockHash: Hex }

/** What a polled log filter asks the chain for. */
export interface LogSearch {
  readonly range: LogRange
  readonly filter: LogFilter
}

/** Where blocks are found by name. */
interface Blocks {
  readonly head: { readonly number: bigint }
  find(id: BlockId): View | undefined | Promise<View | undefined>
}

type PastHead = CompatRules['logsPastHead']

/** A log with the block it is in, sealed or pending. */
export interface FoundLog extends LogEntry {
  readonly block: View
}

/**
 * The logs that match, oldest first; pre-confirmed ones when the range goes to the pending block.
 * Throws an `UnknownBlock`, as `checkRange`, and what `Chain.logs` throws for a range that is none
 * or gives too much.
 */
export async function findLogs(
  chain: Chain,
  blocks: Blocks,
  {
    range,
    filter,
    pastHead,
    limits,
  }: LogSearch & {
    readonly pastHead: PastHead
    readonly limits: Limits
  },
): Promise<readonly FoundLog[]> {
  if ('blockHash' in range) {
    const block = await blocks.find({ hash: range.blockHash })
    if (block === undefined) throw new UnknownBlock('unknown block')
    return logsOf(block, filter)
  }
  await checkRange(blocks, range, pastHead)
  const fromBlock = numberOf(range.from, await blocks.find(range.from))
  const last = await blocks.find(range.to)
  const wanted = numberOf(range.to, last)
  const head = blocks.head.number
  const isClamped = pastHead !== 'refused' && last === undefined && wanted > head
  const toBlock = isClamped ? head : wanted
  if (fromBlock > toBlock) {
    if (pastHead === 'refused') throw new InvalidBlockRangeError()
    return []
  }
  if (last?.kind !== 'pending') return chain.logs({ ...filter, fromBlock, toBlock }, limits)
  const parent = last.parent.number
  const sealed =
    fromBlock > parent ? [] : chain.logs({ ...filter, fromBlock, toBlock: parent }, limits)
  return [...sealed, ...logsOf(last, filter)]
}

/**
 * Throws for numbers that no filter may have, whatever the chain has later: geth refuses an end
 * before the start (an `InvalidBlockRangeError`), Anvil a start that is not there yet (a
 * `BlockOutOfRangeError`).
 */
export async function checkRange(
  blocks: Blocks,
  range: LogRange,
  pastHead: PastHead,
): Promise<void> {
  if ('blockHash' in range || !('number' in range.from)) return
  const { number } = range.from
  if (pastHead === 'refused' && 'number' in range.to && number > range.to.number) {
    throw new InvalidBlockRangeError()
  }
  const head = blocks.head.number
  if (pastHead !== 'clamped' || number <= head) return
  // The open block is there too: found by its number, or as what the range ends with.
  const open = (await blocks.find(range.from)) ?? (await blocks.find(range.to))
  if (open === undefined || open.number < number) throw new BlockOutOfRangeError(head, number)
}

function logsOf(block: View, filter: LogFilter): readonly FoundLog[] {
  return Array.from(matchingLogs(filter, block.receipts), (entry) => ({ ...entry, block }))
}

/** A number is taken as it is given: whether the chain reaches that far is the chain's to say. */
function numberOf(id: BlockId, block: View | undefined): bigint {
  if ('number' in id) return id.number
  if (block === undefined) throw new UnknownBlock('header not found', id)
  return block.number
}
