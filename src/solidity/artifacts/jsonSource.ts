import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { MessagePort } from 'node:worker_threads'
import { yieldToEventLoop } from '../../clock/pace.ts'
import { utf8Text } from '../../lib/encodings.ts'
import { bytesOf, openFile } from '../../lib/regularFile.ts'
import { type NextBytes, type Place, scanJson, type Wanted } from './jsonPlaces.ts'
import type { Scanned, ScanOrder } from './scanFile.ts'

/** A file is no artifact, or could not be read; the message goes on after its name. */
class ScanFailed extends Error {
  override readonly name = 'ScanFailed'
}

/** Beside the bundle; there is none where the sources run. */
const entry = join(import.meta.dirname, 'scanWorker.cjs')

function hasScanWorker(): boolean {
  return existsSync(entry)
}

/** Finds what is wanted in a file, in a thread of its own. Throws a `ScanFailed`. */
async function scanInWorker(path: string, wanted: Wanted): Promise<unknown> {
  const { MessageChannel, Worker } = process.getBuiltinModule('node:worker_threads')
  const { port1, port2 } = new MessageChannel()
  const worker = new Worker(entry, {
    workerData: { path, wanted, port: port2 } satisfies ScanOrder,
    transferList: [port2],
  })
  const problem = await new Promise<unknown>((resolve) => {
    worker.once('error', resolve)
    worker.once('exit', () => resolve(undefined))
  })
  if (problem !== undefined) throw new ScanFailed(`could not be read: ${problem}`)
  return received(port1)
}

/** What `scanFile` has put into the other end: message by message, so that others are answered meanwhile. */
export async function received(port: MessagePort): Promise<unknown> {
  const { receiveMessageOnPort } = process.getBuiltinModule('node:worker_threads')
  const found: { root?: unknown } = {}
  for (;;) {
    const message = receiveMessageOnPort(port)?.message as Scanned | undefined
    if (message === undefined) throw new ScanFailed('could not be read: its thread has ended')
    if ('isDone' in message) {
      port.close()
      if (message.problem !== undefined) throw new ScanFailed(message.problem)
      return found.root
    }
    put(found, ['root', ...message.at], message.value)
    await yieldToEventLoop()
  }
}

function put(into: object, [key = '', ...rest]: readonly string[], value: unknown): void {
  const owner = into as Record<string, object>
  if (rest.length === 0) owner[key] = value as object
  else put(owner[key] as object, rest, value)
}

/** Reads a value later; nothing when it is not there, or no longer. */
export type Later<Value> = () => Promise<Value | undefined>

/** JSON of which parts are read when they are needed. */
export interface JsonSource {
  /** The path of the file, or what it is otherwise. */
  readonly name: string
  /** Reads it once through, in pieces. Throws a `JsonError`, or what the file system throws. */
  find(wanted: Wanted): Promise<unknown>
  /** The value at a place that was found. */
  later<Value>(place: Place | undefined): Later<Value>
}

/** From so many bytes on a file is read by a thread of its own, which takes a while to start. */
const largeBytes = 4 * 2 ** 20

/** A file of at most so many bytes: it is in memory only while it is read through. */
export function jsonFile(path: string, mostBytes: number): JsonSource {
  return {
    name: path,
    find: async (wanted) => {
      const file = await openFile(path, mostBytes)
      try {
        const { size } = await file.stat()
        if (size >= largeBytes && hasScanWorker()) return await scanInWorker(path, wanted)
        return await inPieces(await bytesOf(file, path, mostBytes), wanted)
      } finally {
        await file.close()
      }
    },
    later: (place) => async () => {
      if (place === undefined) return undefined
      const file = await openFile(path).catch(() => undefined)
      if (file === undefined) return undefined
      try {
        const bytes = new Uint8Array(place.end - place.start)
        await file.read(bytes, 0, bytes.length, place.start)
        return JSON.parse(utf8Text(bytes))
      } catch {
        // It has been written anew since.
        return undefined
      } finally {
        await file.close()
      }
    },
  }
}

/** JSON in memory. */
export function jsonBytes(name: string, bytes: Uint8Array): JsonSource {
  return {
    name,
    find: (wanted) => inPieces(bytes, wanted),
    later: (place) => async () =>
      place && JSON.parse(utf8Text(bytes.subarray(place.start, place.end))),
  }
}

async function inPieces(bytes: Uint8Array, wanted: Wanted): Promise<unknown> {
  let rest: Uint8Array | undefined = bytes
  const next: NextBytes = () => {
    const given = rest
    rest = undefined
    return given
  }
  const scan = scanJson(next, wanted)
  for (;;) {
    const { done, value } = scan.next()
    if (done) return value
    await yieldToEventLoop()
  }
}
