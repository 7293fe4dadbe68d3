import { appendNow } from '../../../lib/regularFile.ts'
import { UnwritableFile } from '../../../lib/writeAtomically.ts'
import type { Json } from '../../../types/values.ts'
import { mergeJournals, readCassette } from './cassetteFile.ts'
import { CassetteContent } from './content.ts'
import { type CassetteHead, type Fact, writeAccount, writeFact, writeHead } from './lines.ts'

let journals = 0

/** A file of facts: what it gives, and a journal of what is new, which ends up in it. */
export class Cassette {
  readonly path: string
  readonly head: CassetteHead
  /** How many facts it gave. */
  readonly given: number
  readonly #content: CassetteContent
  readonly #journal: string
  #added = 0
  #write: ((text: string) => void) | undefined
  /** One after the other, so that nothing is written into a journal that is being merged. */
  #last: Promise<void> = Promise.resolve()
  #closed: Promise<void> | undefined

  /** Called by `openCassette`. */
  constructor(path: string, content: CassetteContent, head: CassetteHead, journal: string) {
    this.path = path
    this.head = head
    this.given = content.size
    this.#content = content
    this.#journal = journal
  }

  /** How many facts are new. */
  get added(): number {
    return this.#added
  }

  facts(): Iterable<Fact> {
    return this.#content.facts()
  }

  answer(method: string, params: readonly Json[]): Json | undefined {
    return this.#content.answer(method, params)
  }

  /** Writes new facts to the journal at once: a killed process loses a line at most. */
  async record(facts: readonly Fact[]): Promise<void> {
    const fresh = facts.filter((fact) => this.#content.add(fact, this.path))
    if (fresh.length === 0 || this.#closed !== undefined) return
    this.#added += fresh.length
    await this.#next(async () => {
      this.#write ??= await openJournal(this.#journal, `${writeHead(this.head)}\n`)
      this.#write(fresh.map((fact) => `${lineOf(fact)}\n`).join(''))
    })
  }

  /** Merges the journal into the file. Throws what cannot be merged; the journal then stays. */
  merge(): Promise<void> {
    return this.#next(async () => {
      if (this.#write === undefined) return
      this.#write = undefined
      await mergeJournals(this.path, this.#journal)
    })
  }

  /** The same as `merge`, and stops recording. May be called twice. */
  close(): Promise<void> {
    this.#closed ??= this.merge()
    return this.#closed
  }

  #next(task: () => Promise<void>): Promise<void> {
    const done = this.#last.then(task)
    this.#last = done.catch(() => {})
    return done
  }
}

/** What a cassette file gives; first what others have left behind is merged. Throws an `InvalidCassette`. */
export async function loadCassette(path: string): Promise<CassetteContent | undefined> {
  await mergeJournals(path)
  return readCassette(path)
}

/** A cassette to be read and added to. `sinceMs`: what was written there before gives way. */
export async function openCassette(
  path: string,
  content: CassetteContent | undefined,
  head: CassetteHead,
  sinceMs?: number | undefined,
): Promise<Cassette> {
  const { basename, dirname, join } = await import('node:path')
  const { threadId } = await import('node:worker_threads')
  const since = sinceMs === undefined ? '' : `-${Math.floor(sinceMs)}`
  const name = `.${basename(path)}.${process.pid}-${threadId}-${++journals}${since}.journal`
  const journal = join(dirname(path), name)
  return new Cassette(path, content ?? new CassetteContent(head), head, journal)
}

/** The way into a journal; each text is in the file when it returns. Throws an `UnwritableFile`. */
async function openJournal(path: string, head: string): Promise<(text: string) => void> {
  const { mkdirSync } = await import('node:fs')
  const { dirname } = await import('node:path')
  const write = (text: string): void => {
    try {
      appendNow(path, text)
    } catch (error) {
      throw new UnwritableFile(path, error)
    }
  }
  try {
    mkdirSync(dirname(path), { recursive: true })
  } catch (error) {
    throw new UnwritableFile(path, error)
  }
  write(head)
  return write
}

function lineOf(fact: Fact): string {
  if (fact.kind === 'account') return writeAccount(fact.address, fact, new Map())
  if (fact.kind !== 'slot') return writeFact(fact)
  return writeAccount(fact.address, undefined, new Map([[fact.slot, fact.value]]))
}
