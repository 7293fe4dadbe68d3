import type { Hex } from '../lib/hex.ts'
import type { ChainEvents, Channel, PlacedLog } from '../types/events.ts'
import type { FilterChanges, FilterSubject } from '../types/filter.ts'
import type { SignedTransaction } from '../types/transaction.ts'
import type { SealedBlock } from '../types/view.ts'
import { Queue } from './queue.ts'

type Listen = <Name extends Channel>(
  channel: Name,
  listener: (event: ChainEvents[Name]) => void,
) => void

/**
 * Collects what `subject` asks for from what `listen` hears, up to `maxEntries` between two polls; the
 * result takes what has come.
 */
export function collect(
  subject: FilterSubject,
  maxEntries: number,
  listen: Listen,
): () => FilterChanges {
  switch (subject.kind) {
    case 'blocks':
      return collectBlocks(subject.first, new Queue(maxEntries), listen)
    case 'transactions':
      return collectTransactions(subject.full, new Queue(maxEntries), listen)
    case 'logs':
      return collectLogs(subject.matches, new Queue(maxEntries), listen)
  }
}

function collectBlocks(
  first: Hex | undefined,
  queue: Queue<Hex>,
  listen: Listen,
): () => FilterChanges {
  if (first !== undefined) queue.push(first)
  listen('newHeads', ({ block }) => queue.push(block.hash))
  listen('revert', ({ removed }) => {
    const gone = hashesOf(removed)
    queue.retain((hash) => !gone.has(hash))
  })
  return () => ({ kind: 'blocks', hashes: queue.take() })
}

function collectTransactions(
  full: boolean,
  queue: Queue<SignedTransaction>,
  listen: Listen,
): () => FilterChanges {
  listen('newPendingTransactions', ({ transaction }) => queue.push(transaction))
  return () => ({ kind: 'transactions', full, transactions: queue.take() })
}

function collectLogs(
  matches: (log: PlacedLog) => boolean,
  queue: Queue<PlacedLog>,
  listen: Listen,
): () => FilterChanges {
  listen('logs', ({ logs }) => {
    for (const log of logs) if (matches(log)) queue.push(log)
  })
  listen('revert', ({ removed }) => {
    const gone = hashesOf(removed)
    queue.retain(({ block }) => block.kind !== 'sealed' || !gone.has(block.hash))
  })
  return () => ({ kind: 'logs', logs: queue.take() })
}

function hashesOf(blocks: readonly SealedBlock[]): ReadonlySet<Hex> {
  return new Set(blocks.map(({ hash }) => hash))
}
