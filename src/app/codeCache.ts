import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { cachedDataVersionTag } from 'node:v8'
import { Script } from 'node:vm'
import { crc32 } from 'node:zlib'
import { wallNow } from '../lib/realTimers.ts'

/**
 * How old what is kept has to be before a run looks whether it has compiled more, in ms: twice as old after each time
 * that it had not, as to look takes 20 ms.
 */
const firstLookMs = 1_000
const mostDoublings = 12

const opening = '(function (exports, require, module, __filename, __dirname) {'
const closing = '\n})'

/** Code that V8 has compiled, when it was written, and how often in a row a run has then found no more. */
interface Kept {
  readonly code: Uint8Array
  readonly writtenMs: number
  readonly inVain: number
}

/** A file that is loaded, and what is kept of it: nothing at first. */
interface Loaded {
  readonly path: string
  readonly script: Script
  codeBytes: number
  inVain: number
  nextLookMs: number
}

/**
 * What a CommonJS file exports, loaded with the code that V8 compiled in an earlier run and that is kept
 * in a folder, so that what ran then need not be compiled again; and so are its parts, the files of `parts/` beside
 * it, when it requires them. `build` identifies the content of the files, since V8 compares only their length; they
 * must not use `import()`. Without a usable folder it only loads more slowly. `keep` is to be called when what
 * matters has run: it keeps what is compiled by then, which includes what was kept before, if that has become more.
 * So runs of many kinds add to it, in whatever order: were it of one run alone, one that works for long on little
 * would make each start of others slower by a fifth.
 */
export function requireWithCodeCache(
  file: string,
  folder: string,
  build: string,
): { readonly exports: unknown; keep(): void } {
  // V8 uses only what was compiled by the same version with the same flags.
  const tag = cachedDataVersionTag().toString(16)
  const parts = join(dirname(file), 'parts')
  const modules = new Map<string, { exports: unknown }>()
  const loaded: Loaded[] = []

  const load = (from: string): unknown => {
    const known = modules.get(from)
    if (known !== undefined) return known.exports
    const path = join(folder, `${build}-${tag}-${basename(from, '.cjs')}.code`)
    const { text, memory } = readSource(from)
    const kept = read(path, memory)
    const script = new Script(text, {
      filename: from,
      columnOffset: -opening.length,
      ...(kept && { cachedData: kept.code }),
    })
    loaded.push({ path, script, ...keptOf(script.cachedDataRejected ? undefined : kept) })
    const module = { exports: {} }
    modules.set(from, module)
    const ownFolder = dirname(from)
    const require = createRequire(from)
    const requirePart = (id: string): unknown => {
      const path = id.startsWith('.') ? resolve(ownFolder, id) : id
      return path === file || dirname(path) === parts ? load(path) : require(id)
    }
    try {
      script.runInThisContext()(module.exports, requirePart, module, from, ownFolder)
    } catch (error) {
      // As `require` does, so that who asks again gets no half of it.
      modules.delete(from)
      throw error
    }
    return module.exports
  }

  const exports = load(file)
  const keep = () => {
    for (const each of loaded) keepMore(each, build)
  }
  return { exports, keep }
}

function keptOf(kept: Kept | undefined): Omit<Loaded, 'path' | 'script'> {
  if (kept === undefined) return { codeBytes: 0, inVain: 0, nextLookMs: 0 }
  const { code, writtenMs, inVain } = kept
  return { codeBytes: code.length, inVain, nextLookMs: writtenMs + firstLookMs * 2 ** inVain }
}

function keepMore(loaded: Loaded, build: string): void {
  const writtenMs = wallNow()
  if (writtenMs < loaded.nextLookMs) return
  const { path, script, codeBytes } = loaded
  const code = script.createCachedData()
  const isMore = code.length > codeBytes
  const inVain = isMore ? 0 : Math.min(loaded.inVain + 1, mostDoublings)
  Object.assign(loaded, keptOf({ code, writtenMs, inVain }))
  const trailer = Buffer.alloc(trailerBytes)
  trailer.writeUInt32LE(inVain)
  trailer.writeUInt32LE(crc32(code), checksumAt)
  try {
    if (isMore) replace(path, build, Buffer.concat([code, trailer]))
    else writeTrailer(path, trailer)
  } catch {
    // The next run tries again.
  }
}

/** `inVain` is after the code, which V8 wants aligned, and then the checksum of the code: V8 itself crashes on a damaged one. */
const trailerBytes = 8
const checksumAt = 4

/** A few times as large as what is kept of the whole bundle. */
const mostBytes = 2 ** 26

/** The text of a file as the body of a function, and the memory that it was read into. */
function readSource(path: string): { readonly text: string; readonly memory: Buffer } {
  let memory = Buffer.alloc(0)
  const { bytes: body } = readInto(path, (length) => {
    // With room for compiled code: of memory only what is written to is there.
    memory = Buffer.allocUnsafeSlow(opening.length + 2 * length + closing.length)
    return memory.subarray(opening.length, opening.length + length)
  })
  memory.write(opening)
  const end = opening.length + body.length
  memory.write(closing, end)
  // The build writes nothing but ASCII, which is read faster as this.
  return { text: memory.toString('latin1', 0, end + closing.length), memory }
}

/**
 * Into `memory`, if it has room, which may not be used again before V8 has taken the code. Memory that was not used
 * before takes longer to come than to read into it: so a start has 5,500 page faults, and had 6,570.
 */
function read(path: string, memory: Buffer): Kept | undefined {
  try {
    const { bytes, writtenMs } = readInto(path, (length) =>
      length > memory.length ? Buffer.allocUnsafeSlow(length) : memory.subarray(0, length),
    )
    const codeBytes = bytes.length - trailerBytes
    const code = bytes.subarray(0, codeBytes)
    if (crc32(code) !== bytes.readUInt32LE(codeBytes + checksumAt)) return undefined
    const inVain = Math.min(bytes.readUInt32LE(codeBytes), mostDoublings)
    return { code, writtenMs, inVain }
  } catch {
    return undefined
  }
}

/** A file in the bytes that are given for its length. */
function readInto(path: string, bytesFor: (length: number) => Buffer) {
  // Without waiting, should it be a pipe.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const stats = fstatSync(file)
    const { size, mtimeMs: writtenMs } = stats
    if (!stats.isFile() || size > mostBytes) throw new Error(`${path} is no file of compiled code`)
    const bytes = bytesFor(size)
    if (readSync(file, bytes) < bytes.length) throw new Error(`${path} was cut while it was read`)
    return { bytes, writtenMs }
  } finally {
    closeSync(file)
  }
}

/** In its place, which makes the file a new one by its age. */
function writeTrailer(path: string, trailer: Uint8Array): void {
  const file = openSync(path, 'r+')
  try {
    // The code that is there keeps its checksum.
    writeSync(file, trailer, 0, checksumAt, fstatSync(file).size - trailerBytes)
  } finally {
    closeSync(file)
  }
}

/** Writes the file completely or not at all, as V8 trusts what it reads, and removes those of other builds. */
function replace(path: string, build: string, data: Uint8Array): void {
  const folder = dirname(path)
  const temporary = `${path}.${process.pid}.tmp`
  mkdirSync(folder, { recursive: true })
  const file = openSync(temporary, 'w')
  try {
    writeSync(file, data)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(temporary, path)
  for (const name of readdirSync(folder)) {
    if (name.includes('.code') && !name.startsWith(build))
      rmSync(join(folder, name), { force: true })
  }
}
