import { closeSync, constants, fstatSync, openSync, readSync, type Stats, writeSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'

// The one way to files: only regular ones are opened, which is looked at on the open descriptor, and
// each has a bound. To open a pipe is to wait for its other end, with a thread of the pool and the end
// of the process; a device may have no end.

/** The default limit for a file that is read as a whole, in bytes. */
const maxWholeBytes = 2 ** 29

/** What is at a path is no file to read or to write. The message names the path. */
class NotRegularFile extends Error {
  override readonly name = 'NotRegularFile'
}

/** Opens a file for reading. Throws a `NotRegularFile`, or what the file system throws. */
export async function openFile(path: string, maxBytes = Infinity): Promise<FileHandle> {
  const { open } = await import('node:fs/promises')
  const file = await open(path, readFlags())
  try {
    refuseOther(path, await file.stat(), maxBytes)
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

/** The same as `openFile`, synchronously; returns a descriptor. */
export function openFileNow(path: string, maxBytes = Infinity): number {
  return openedNow(path, readFlags(), maxBytes)
}

/** The bytes of a file. Throws as `openFile`, also where there are more than `maxBytes`. */
export async function readBytes(path: string, maxBytes = maxWholeBytes): Promise<Buffer> {
  const file = await openFile(path, maxBytes)
  try {
    return await bytesOf(file, path, maxBytes)
  } finally {
    await file.close()
  }
}

/** The bytes of an open file from where it stands. Throws a `NotRegularFile` for more than `maxBytes`. */
export async function bytesOf(file: FileHandle, path: string, maxBytes: number): Promise<Buffer> {
  const { size } = await file.stat()
  const reading = new Reading(path, size, maxBytes)
  while (reading.take((await file.read(reading.room())).bytesRead)) {}
  return reading.bytes
}

/** The same as `readBytes`, as UTF-8 text. */
export async function readText(path: string, maxBytes = maxWholeBytes): Promise<string> {
  return (await readBytes(path, maxBytes)).toString()
}

/** The same as `readText`, synchronously. */
export function readTextNow(path: string, maxBytes = maxWholeBytes): string {
  const file = openFileNow(path, maxBytes)
  try {
    const reading = new Reading(path, fstatSync(file).size, maxBytes)
    while (reading.take(readSync(file, reading.room()))) {}
    return reading.bytes.toString()
  } finally {
    closeSync(file)
  }
}

/** Adds to the end of a file, which is made where there is none; a link is not followed. Throws as `openFile`. */
export function appendNow(path: string, text: string): void {
  const { O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_WRONLY } = constants
  const file = openedNow(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK)
  try {
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
  } finally {
    closeSync(file)
  }
}

/** Throws a `NotRegularFile` for all that is no regular file, and for one with more bytes. */
export function refuseOther(path: string, stats: Stats, maxBytes = Infinity): void {
  if (!stats.isFile()) {
    throw new NotRegularFile(`'${path}' is ${kindOf(stats)}: give a regular file`)
  }
  if (stats.size > maxBytes) throw tooLarge(path, maxBytes)
}

/** Opening a pipe does not wait for its other end, and a terminal does not become that of the process. */
function readFlags(): number {
  // Windows has neither.
  const { O_NOCTTY = 0, O_NONBLOCK = 0, O_RDONLY } = constants
  return O_RDONLY | O_NONBLOCK | O_NOCTTY
}

function openedNow(path: string, flags: number, maxBytes = Infinity): number {
  const file = openSync(path, flags)
  try {
    refuseOther(path, fstatSync(file), maxBytes)
    return file
  } catch (error) {
    closeSync(file)
    throw error
  }
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder'
  if (stats.isFIFO()) return 'a pipe'
  if (stats.isSocket()) return 'a socket'
  return stats.isCharacterDevice() || stats.isBlockDevice() ? 'a device' : 'no file'
}

function tooLarge(path: string, maxBytes: number): NotRegularFile {
  return new NotRegularFile(`'${path}' has more than ${maxBytes} bytes, which is the limit`)
}

/** Bytes that come piece by piece: the system may report a size of 0, or the file may grow meanwhile. */
class Reading {
  readonly #path: string
  readonly #maxBytes: number
  #bytes: Buffer
  #length = 0

  constructor(path: string, size: number, maxBytes: number) {
    this.#path = path
    this.#maxBytes = maxBytes
    this.#bytes = Buffer.allocUnsafe(Math.max(size, 4095) + 1)
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  /** Where the next bytes go. */
  room(): Buffer {
    return this.#bytes.subarray(this.#length)
  }

  /** Whether there may be more. */
  take(count: number): boolean {
    this.#length += count
    if (this.#length > this.#maxBytes) throw tooLarge(this.#path, this.#maxBytes)
    if (this.#length === this.#bytes.length) {
      const more = Buffer.allocUnsafe(2 * this.#length)
      this.#bytes.copy(more)
      this.#bytes = more
    }
    return count > 0
  }
}
