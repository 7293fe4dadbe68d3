import type { InferOutput } from 'valibot'
import type { LogRange } from '../devnet/read/logs.ts'
import { RpcError } from './rpcError.ts'
import { latest } from './schema/blockId.ts'
import { type logFilter, maxTopics } from './schema/logFilter.ts'

/** Throws -32000, in geth's words, for more topics than a log can have. */
export function checkTopics({ topics }: InferOutput<typeof logFilter>): void {
  if (topics.length > maxTopics) throw new RpcError(-32000, 'exceed max topics')
}

/** Where a filter looks: at the newest block when it does not say. Throws -32000 for too many topics. */
export function logQuery(filter: InferOutput<typeof logFilter>): LogRange {
  checkTopics(filter)
  const { blockHash, fromBlock, toBlock } = filter
  if (blockHash !== undefined) return { blockHash }
  const from = fromBlock ?? latest
  const isFromPending = 'flashblock' in from || ('tag' in from && from.tag === 'pending')
  const to = toBlock ?? (isFromPending ? from : latest)
  return { from, to }
}
