import type { Chain } from '../chain/chain.ts'
import { InvalidBlockRangeError } from '../chain/chainErrors.ts'
import { type LogEntry, type LogFilter, matchingLogs } from '../execution/logFilter.ts'
import type { Hex } from '../lib/hex.ts'
import type { BlockId } from '../types/blockId.ts'
import type { View } from '../types/view.ts'
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

/** Where blocks are found by name; throws an `UnknownBlock`. */
interface Blocks {
  view(id: BlockId): Promise<View>
}

/** A log with the block it is in, sealed or pending. */
export interface FoundLog extends LogEntry {
  readonly block: View
}

/**
 * The logs that match, oldest first; pre-confirmed ones when the range goes to `pending`.
 * Throws an `UnknownBlock`, and what `Chain.logs` throws for a range that is none or gives too much.
 */
export async function findLogs(
  chain: Chain,
  blocks: Blocks,
  range: LogRange,
  filter: LogFilter,
): Promise<readonly FoundLog[]> {
  if ('blockHash' in range) {
    const block = chain.blockByHash(range.blockHash)
    if (block === undefined) throw new UnknownBlock('unknown block')
    return logsOf(block, filter)
  }
  const fromBlock = await numberOf(blocks, range.from)
  const toBlock = await numberOf(blocks, range.to)
  if (!isPending(range.to)) return chain.logs({ ...filter, fromBlock, toBlock })
  if (fromBlock > toBlock) throw new InvalidBlockRangeError()
  const pending = await blocks.view(range.to)
  const head = pending.kind === 'pending' ? pending.parent.number : pending.number
  const sealed = fromBlock > head ? [] : chain.logs({ ...filter, fromBlock, toBlock: head })
  return pending.kind === 'pending' ? [...sealed, ...logsOf(pending, filter)] : sealed
}

function logsOf(block: View, filter: LogFilter): readonly FoundLog[] {
  return Array.from(matchingLogs(filter, block.receipts), (entry) => ({ ...entry, block }))
}

function isPending(id: BlockId): boolean {
  return 'tag' in id && id.tag === 'pending'
}

/** A number is taken as it is given: whether the chain reaches that far is the chain's to say. */
async function numberOf(blocks: Blocks, id: BlockId): Promise<bigint> {
  return 'number' in id ? id.number : (await blocks.view(id)).number
}
