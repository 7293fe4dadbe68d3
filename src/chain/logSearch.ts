import { bloomTest, type LogEntry, type LogFilter, matchingLogs } from '../execution/logFilter.ts'
import { type Limits, limitWords } from '../lib/limits.ts'
import type { Log } from '../types/transaction.ts'
import type { SealedBlock } from '../types/view.ts'
import { TooManyLogsError } from './chainErrors.ts'
import { blocksWith, type ChainIndex } from './chainIndex.ts'
import type { BlockRecord } from './storedBlock.ts'

/** Which logs, in which blocks: both ends are included. */
interface LogRange extends LogFilter {
  readonly fromBlock: bigint
  readonly toBlock: bigint
}

/** A log of a sealed block. */
export interface FoundLog extends LogEntry {
  readonly block: SealedBlock
}

type LogLimits = Pick<Limits, 'logs' | 'logBytes'>

/**
 * The logs of a range that match, oldest first. Blocks whose bloom has none of them are not decoded.
 * Throws a `TooManyLogsError` when an answer with them would be too large.
 */
export function searchLogs(
  index: ChainIndex,
  query: LogRange,
  limits: LogLimits,
): readonly FoundLog[] {
  const mayHave = bloomTest(query)
  const found: FoundLog[] = []
  let answerBytes = 0
  const { fromBlock: from } = query
  const passes = ({ bloom }: BlockRecord) => bloom !== undefined && mayHave(bloom)
  for (const block of blocksWith(index, query.fromBlock, query.toBlock, passes)) {
    for (const entry of matchingLogs(query, block.receipts)) {
      const { log, receipt, logIndex } = entry
      found.push({ log, receipt, logIndex, block })
      answerBytes += bytesInAnswer(log)
      const limit = exceeded(found.length, answerBytes, limits)
      if (limit === undefined) continue
      const range = block.number > from ? { from, to: block.number - 1n } : undefined
      throw new TooManyLogsError(found.length - 1, limit, range)
    }
  }
  return found
}

function exceeded(logs: number, answerBytes: number, limits: LogLimits): string | undefined {
  if (logs > limits.logs) return limitWords('logs', limits.logs, 'logs')
  if (answerBytes > limits.logBytes) return limitWords('logBytes', limits.logBytes, 'bytes')
  return undefined
}

/** A log as JSON: two digits a byte, and its place, names and punctuation. */
function bytesInAnswer(log: Log): number {
  return 2 * log.data.length + 70 * log.topics.length + 430
}
