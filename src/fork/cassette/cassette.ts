import { UnwritableFile } from '../../lib/writeAtomically.ts'
import type { Json } from '../../types/json.ts'
import { mergeJournals, readCassette } from './cassetteFile.ts'
import { CassetteContent } from './content.ts'
import type { CassetteHead, Fact } from './fact.ts'
import { writeAccount, writeFact, writeHead } from './lines.ts'

let journals = 0

/** A file of facts: what it gives, and a journal of what is new, which ends up in it. */
export class Cassette {
  readonly path: string
  readonly head: CassetteHead
  /** How many facts it gave. */
  readonly given: number
  readonly #content: CassetteContent
  readonly #sinceMs: number | undefined
  readonly #journal: string
  #added = 0
  #write: ((text: string) => void) | undefined
  #closed: Promise<void> | undefined

  /** Called by `openCassette`. */
  constructor(
    path: string,
    content: CassetteContent,
    head: CassetteHead,
    journal: string,
    sinceMs: number | undefined,
  ) {
    this.path = path
    this.head = head
    this.given = content.size
    this.#content = content
    this.#journal = journal
    this.#sinceMs = sinceMs
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

  /** Writes what is new to the journal at once: whoever kills the process loses a line at most. */
  async record(facts: readonly Fact[]): Promise<void> {
    const fresh = facts.filter((fact) => this.#content.add(fact, this.path))
    if (fresh.length === 0 || this.#closed !== undefined) return
    this.#added += fresh.length
    this.#write ??= await openJournal(this.#journal, `${writeHead(this.head)}\n`)
    this.#write(fresh.map((fact) => `${lineOf(fact)}\n`).join(''))
  }

  /** Merges the journal into the file. Throws what cannot be merged; the journal then stays. May be called twice. */
  close(): Promise<void> {
    this.#closed ??= this.#write === undefined ? Promise.resolve() : this.#merge()
    return this.#closed
  }

  #merge(): Promise<void> {
    return mergeJournals(this.path, this.#journal, this.#sinceMs)
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
  const name = `.${basename(path)}.${process.pid}-${threadId}-${++journals}.journal`
  const journal = join(dirname(path), name)
  return new Cassette(path, content ?? new CassetteContent(head), head, journal, sinceMs)
}

/** The way into a journal; each text is in the file when it returns. Throws an `UnwritableFile`. */
async function openJournal(path: string, head: string): Promise<(text: string) => void> {
  const { appendFileSync, mkdirSync } = await import('node:fs')
  const { dirname } = await import('node:path')
  const write = (text: string): void => {
    try {
      appendFileSync(path, text)
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
