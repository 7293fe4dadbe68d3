import { yieldToEventLoop } from '../../../clock/pace.ts'
import { utf8Text } from '../../../lib/encodings.ts'
import { bytesOf, openFile } from '../../../lib/regularFile.ts'
import { type NextBytes, type Place, scanJson, type Wanted } from './jsonPlaces.ts'
import { hasScanWorker, scanInWorker } from './scanInWorker.ts'

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

/** The size from which a thread reads the file, which takes a while to start. */
const largeBytes = 4 * 2 ** 20

/** A file of at most `maxBytes` bytes, which is in memory only while it is read. */
export function jsonFile(path: string, maxBytes: number): JsonSource {
  return {
    name: path,
    find: async (wanted) => {
      const file = await openFile(path, maxBytes)
      try {
        const { size } = await file.stat()
        if (size >= largeBytes && hasScanWorker()) return await scanInWorker(path, wanted)
        return await inPieces(await bytesOf(file, path, maxBytes), wanted)
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
        // It was written again since.
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
