import type { Hex } from '../lib/hex.ts'
import type { ChainEvents, Channel, PlacedLog } from '../types/events.ts'
import type { FilterChanges, FilterSubject } from '../types/filter.ts'
import type { SignedTransaction } from '../types/transaction.ts'
import type { SealedBlock } from '../types/view.ts'
import { Queue } from './queue.ts'

/** Entries that a filter keeps between two polls. */
const maxEntries = 10_000

type Listen = <Name extends Channel>(
  channel: Name,
  listener: (event: ChainEvents[Name]) => void,
) => void

/** Collects what `subject` asks for from what `listen` hears; the result takes what has come. */
export function collect(subject: FilterSubject, listen: Listen): () => FilterChanges {
  switch (subject.kind) {
    case 'blocks':
      return collectBlocks(subject.first, listen)
    case 'transactions':
      return collectTransactions(subject.full, listen)
    case 'logs':
      return collectLogs(subject.matches, listen)
  }
}

function collectBlocks(first: Hex | undefined, listen: Listen): () => FilterChanges {
  const queue = new Queue<Hex>(maxEntries)
  if (first !== undefined) queue.push(first)
  listen('newHeads', ({ block }) => queue.push(block.hash))
  listen('revert', ({ removed }) => {
    const gone = hashesOf(removed)
    queue.retain((hash) => !gone.has(hash))
  })
  return () => ({ kind: 'blocks', hashes: queue.take() })
}

function collectTransactions(full: boolean, listen: Listen): () => FilterChanges {
  const queue = new Queue<SignedTransaction>(maxEntries)
  listen('newPendingTransactions', ({ transaction }) => queue.push(transaction))
  return () => ({ kind: 'transactions', full, transactions: queue.take() })
}

function collectLogs(matches: (log: PlacedLog) => boolean, listen: Listen): () => FilterChanges {
  const queue = new Queue<PlacedLog>(maxEntries)
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
