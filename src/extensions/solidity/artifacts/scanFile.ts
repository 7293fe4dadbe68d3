import { closeSync, readSync } from 'node:fs'
import type { MessagePort } from 'node:worker_threads'
import { reasonOf } from '../../../lib/errors.ts'
import { openFileNow } from '../../../lib/regularFile.ts'
import { scanJson, type Wanted } from './jsonPlaces.ts'

/** What a worker thread is to find in a file, and where it puts what it has found. */
export interface ScanOrder {
  readonly path: string
  readonly wanted: Wanted
  readonly port: MessagePort
}

/** What it puts there: values by the way to them, then that it is done, or why not. */
export type Scanned =
  | { readonly at: readonly string[]; readonly value: unknown }
  | { readonly isDone: true; readonly problem: string | undefined }

/** So much of a file is in memory at a time. */
const pieceBytes = 2 ** 20

/** Finds what is wanted in a file that is read in pieces, each contract a message of its own. */
export function scanFile({ path, wanted, port }: ScanOrder): void {
  let problem: string | undefined
  try {
    for (const part of inParts([], readThrough(path, wanted))) port.postMessage(part)
  } catch (error) {
    problem = reasonOf(error)
  }
  port.postMessage({ isDone: true, problem } satisfies Scanned)
  port.close()
}

function readThrough(path: string, wanted: Wanted): unknown {
  const file = openFileNow(path)
  try {
    const next = (): Uint8Array | undefined => {
      const bytes = new Uint8Array(pieceBytes)
      const length = readSync(file, bytes, 0, pieceBytes, null)
      return length === 0 ? undefined : bytes.subarray(0, length)
    }
    const scan = scanJson(next, wanted)
    for (;;) {
      const { done, value } = scan.next()
      if (done) return value
    }
  } finally {
    closeSync(file)
  }
}

/** Consumers receive each message in one piece: what compilers write of all contracts is apart. */
function* inParts(at: readonly string[], value: unknown): Generator<Scanned, void> {
  const [own, many] = [{} as Record<string, unknown>, [] as [readonly string[], unknown][]]
  for (const [key, member] of Object.entries(Object(value))) {
    const isMany = typeof member === 'object' && member !== null && partedKeys.has(key)
    if (isMany) many.push([[...at, key], member])
    else own[key] = member
  }
  yield { at, value: typeof value === 'object' ? own : value }
  for (const [way, member] of many) {
    if (wholes.has(way.at(-1) as string)) yield* inParts(way, member)
    else {
      yield { at: way, value: {} }
      for (const [key, one] of Object.entries(member as object)) {
        yield { at: [...way, key], value: one }
      }
    }
  }
}

/** Members that have others of those. */
const wholes: ReadonlySet<string> = new Set(['output', 'input'])
/** Members with as many members as a project has sources. */
const partedKeys: ReadonlySet<string> = new Set([...wholes, 'contracts', 'sources'])
