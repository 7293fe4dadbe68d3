import { shortened } from '../execution/rules/parties.ts'
import type { AccountQuery, SealedBlock } from '../types/view.ts'
import type { StoreEntry } from './blockStore.ts'
import { blockOpened, type ChainIndex, recordsBetween, runAt } from './chainIndex.ts'
import type { BlockRecord } from './storedBlock.ts'

/** How many blocks stand together in a chapter, which a search can pass over as a whole. */
const chapterLength = 256n

/** The accounts of chapters that were searched, as `BlockRecord` has them, by the last block of each. */
const chapters = new WeakMap<StoreEntry, ReadonlySet<number>>()

/** The accounts of blocks that did not run here, found by running them again; by entry as `BlockRecord` has them. */
const learned = new WeakMap<StoreEntry, Uint32Array>()

/** The entries of blocks that a search has yielded. */
const entries = new WeakMap<SealedBlock, StoreEntry>()

/** Keeps all accounts of a block that `blocksInvolving` has yielded, so that later searches pass over it. */
export function learnAccounts(block: SealedBlock, accounts: Iterable<Uint8Array>): void {
  const entry = entries.get(block)
  if (entry !== undefined) learned.set(entry, Uint32Array.from(accounts, shortened))
}

/**
 * Yields the blocks that may involve an account, and nothing after each chapter, so that others get their turn. Only
 * these blocks are decoded: the numbers beside a block say which accounts it may have.
 */
export function* blocksInvolving(
  index: ChainIndex,
  { account, from, to, newestFirst }: AccountQuery,
): Generator<SealedBlock | undefined, void> {
  const number = shortened(account)
  const [firstChapter, lastChapter] = [from / chapterLength, to / chapterLength]
  let chapter = newestFirst ? lastChapter : firstChapter
  while (chapter >= firstChapter && chapter <= lastChapter) {
    const first = chapter * chapterLength
    const last = first + chapterLength - 1n
    const end = index.records.get(String(last))
    if (end === undefined || (chapters.get(end.entry)?.has(number) ?? true)) {
      const records = [...recordsBetween(index, first, last)].map(([, record]) => record)
      const found = records.filter((record) => mayInvolve(record, number))
      if (newestFirst) found.reverse()
      for (const record of found) {
        const isWithin = record.entry.number >= from && record.entry.number <= to
        if (!isWithin) continue
        const block = blockOpened(index, record)
        entries.set(block, record.entry)
        yield block
      }
      // Afterwards, as the caller may have learned the accounts of some.
      if (end !== undefined) remember(end, records)
    }
    chapter = chapterAfter(index, chapter, newestFirst)
    yield undefined
  }
}

/** Returns the chapter to search next: those that are within a run of empty blocks are left out. */
function chapterAfter(index: ChainIndex, chapter: bigint, newestFirst: boolean): bigint {
  const next = newestFirst ? chapter - 1n : chapter + 1n
  const first = next * chapterLength
  const run = runAt(index, first)
  if (run === undefined || run.from > first || run.to < first + chapterLength) return next
  return newestFirst ? run.from / chapterLength : run.to / chapterLength
}

function accountsIn({ accounts, entry }: BlockRecord): Uint32Array | undefined {
  return accounts ?? learned.get(entry)
}

function mayInvolve(record: BlockRecord, account: number): boolean {
  return record.transactions > 0 && accountsIn(record)?.includes(account) !== false
}

/** Keeps the accounts of a whole chapter, unless there are blocks in it whose accounts are not known. */
function remember(end: BlockRecord, records: readonly BlockRecord[]): void {
  if (chapters.has(end.entry)) return
  const known = new Set<number>()
  for (const record of records) {
    const accounts = accountsIn(record)
    if (record.transactions > 0 && accounts === undefined) return
    for (const account of accounts ?? []) known.add(account)
  }
  chapters.set(end.entry, known)
}
