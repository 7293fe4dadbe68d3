import type { Hex } from '../lib/hex.ts'
import type { ChainEvents, Channel, PlacedLog } from '../types/events.ts'
import type { FilterChanges, FilterSubject } from '../types/filter.ts'
import type { SignedTransaction } from '../types/transaction.ts'
import type { SealedBlock } from '../types/view.ts'
import { type KeptEntries, Queue } from './queue.ts'

type Listen = <Name extends Channel>(
  channel: Name,
  listener: (event: ChainEvents[Name]) => void,
) => void

/** What was collected. */
export interface Collection {
  /** What has come since the last call. Throws a `FilterOverflowError`. */
  take(): FilterChanges
  /** Lets go of it. */
  clear(): void
}

/** Collects what `subject` asks for from what `listen` hears, as long as `kept` has room. */
export function collect(subject: FilterSubject, kept: KeptEntries, listen: Listen): Collection {
  switch (subject.kind) {
    case 'blocks':
      return collectBlocks(subject.first, new Queue(kept), listen)
    case 'transactions':
      return collectTransactions(subject.full, new Queue(kept), listen)
    case 'logs':
      return collectLogs(subject.matches, new Queue(kept), listen)
  }
}

function collectBlocks(first: Hex | undefined, queue: Queue<Hex>, listen: Listen): Collection {
  if (first !== undefined) queue.push(first)
  // Blocks that a revert takes away stay, as in Anvil and Hardhat: the filter is a list of what was made.
  listen('newHeads', ({ block }) => queue.push(block.hash))
  return {
    take: () => ({ kind: 'blocks', hashes: queue.take() }),
    clear: () => queue.clear(),
  }
}

function collectTransactions(
  full: boolean,
  queue: Queue<SignedTransaction>,
  listen: Listen,
): Collection {
  listen('newPendingTransactions', ({ transaction }) => queue.push(transaction))
  return {
    take: () => ({ kind: 'transactions', full, transactions: queue.take() }),
    clear: () => queue.clear(),
  }
}

function collectLogs(
  matches: (log: PlacedLog) => boolean,
  queue: Queue<PlacedLog>,
  listen: Listen,
): Collection {
  listen('logs', ({ logs }) => {
    for (const log of logs) if (matches(log)) queue.push(log)
  })
  listen('revert', ({ removed }) => {
    const gone = hashesOf(removed)
    queue.retain(({ block }) => block.kind !== 'sealed' || !gone.has(block.hash))
  })
  return { take: () => ({ kind: 'logs', logs: queue.take() }), clear: () => queue.clear() }
}

function hashesOf(blocks: readonly SealedBlock[]): ReadonlySet<Hex> {
  return new Set(blocks.map(({ hash }) => hash))
}
