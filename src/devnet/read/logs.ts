import type { Chain } from '../../chain/chain.ts'
import { InvalidBlockRangeError } from '../../chain/chainErrors.ts'
import { type LogEntry, type LogFilter, matchingLogs } from '../../execution/logFilter.ts'
import type { Hex } from '../../lib/hex.ts'
import type { BlockId } from '../../types/blockId.ts'
import type { View } from '../../types/view.ts'
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
  find(id: BlockId): Promise<View | undefined>
}

/** A log with the block it is in, sealed or pending. */
export interface FoundLog extends LogEntry {
  readonly block: View
}

/**
 * The logs that match, oldest first; pre-confirmed ones when the range goes to the pending block.
 * Throws an `UnknownBlock`, and what `Chain.logs` throws for a range that is none or gives too much.
 */
export async function findLogs(
  chain: Chain,
  blocks: Blocks,
  range: LogRange,
  filter: LogFilter,
): Promise<readonly FoundLog[]> {
  if ('blockHash' in range) {
    const block = await blocks.find({ hash: range.blockHash })
    if (block === undefined) throw new UnknownBlock('unknown block')
    return logsOf(block, filter)
  }
  const fromBlock = numberOf(range.from, await blocks.find(range.from))
  const last = await blocks.find(range.to)
  const toBlock = numberOf(range.to, last)
  if (last?.kind !== 'pending') return chain.logs({ ...filter, fromBlock, toBlock })
  if (fromBlock > toBlock) throw new InvalidBlockRangeError()
  const head = last.parent.number
  const sealed = fromBlock > head ? [] : chain.logs({ ...filter, fromBlock, toBlock: head })
  return [...sealed, ...logsOf(last, filter)]
}

function logsOf(block: View, filter: LogFilter): readonly FoundLog[] {
  return Array.from(matchingLogs(filter, block.receipts), (entry) => ({ ...entry, block }))
}

/** A number is taken as it is given: whether the chain reaches that far is the chain's to say. */
function numberOf(id: BlockId, block: View | undefined): bigint {
  if ('number' in id) return id.number
  if (block === undefined) throw new UnknownBlock()
  return block.number
}
