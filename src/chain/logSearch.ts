import { bloomTest, type LogEntry, type LogFilter, matchingLogs } from '../execution/logFilter.ts'
import type { Log } from '../types/transaction.ts'
import type { SealedBlock } from '../types/view.ts'
import { TooManyLogsError } from './chainErrors.ts'

/** A log of a sealed block. */
export interface FoundLog extends LogEntry {
  readonly block: SealedBlock
}

const maxLogs = 20_000
const maxAnswerMegabytes = 25

/**
 * The logs of blocks that follow each other, oldest first, that match.
 * Throws a `TooManyLogsError` when an answer with them would be too large.
 */
export function searchLogs(blocks: Iterable<SealedBlock>, filter: LogFilter): readonly FoundLog[] {
  const mayHave = bloomTest(filter)
  const found: FoundLog[] = []
  let answerBytes = 0
  let from: bigint | undefined
  for (const block of blocks) {
    from ??= block.number
    if (block.receipts.length === 0 || !mayHave(block.header.logsBloom)) continue
    for (const entry of matchingLogs(filter, block.receipts)) {
      found.push({ ...entry, block })
      answerBytes += bytesInAnswer(entry.log)
      const limit = exceeded(found.length, answerBytes)
      if (limit === undefined) continue
      const range = block.number > from ? { from, to: block.number - 1n } : undefined
      throw new TooManyLogsError(limit, range)
    }
  }
  return found
}

function exceeded(logs: number, answerBytes: number): string | undefined {
  if (logs > maxLogs) return `${maxLogs} logs`
  if (answerBytes > maxAnswerMegabytes * 1_000_000) return `${maxAnswerMegabytes} MB`
  return undefined
}

/** A log as JSON: two digits a byte, and its place, names and punctuation. */
function bytesInAnswer(log: Log): number {
  return 2 * log.data.length + 70 * log.topics.length + 430
}
