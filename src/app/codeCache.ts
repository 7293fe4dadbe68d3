import {
  closeSync,
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
import { cachedDataVersionTag, setFlagsFromString } from 'node:v8'
import { Script } from 'node:vm'
import { asAtFirst } from '../lib/v8Flags.ts'

/** What is kept is made anew by a run that has worked longer by this factor, as it takes as long as 20 requests. */
const muchLonger = 2

const opening = '(function (exports, require, module, __filename, __dirname) {'
const closing = '\n})'

/** Code that V8 has compiled, and the CPU time of the run that it is of, without that of loading the file. */
interface Kept {
  readonly code: Uint8Array
  readonly cpuMs: number
}

/** A file that is loaded, and the CPU time of the run whose code is kept of it. */
interface Loaded {
  readonly path: string
  readonly script: Script
  keptCpuMs: number
}

/**
 * What a CommonJS file exports, loaded with the code that V8 compiled in an earlier run and that is kept
 * in a folder, so that what ran then need not be compiled again; and so are its parts, the files of `parts/` beside
 * it, when it requires them. `build` identifies the content of the files, since V8 compares only their length; they
 * must not use `import()`. Without a usable folder it only loads more slowly. `keep` is to be called when what
 * matters has run: it keeps what is compiled by then, if this run has worked much longer than the one whose code is
 * kept.
 */
export function requireWithCodeCache(
  file: string,
  folder: string,
  build: string,
): { readonly exports: unknown; keep(): void } {
  const beforeMs = usedCpuMs()
  // V8 forgets code that has not run for a while: that of a start would not be kept by a long run, and each
  // start after that one would take twice as long.
  setFlagsFromString('--no-flush-bytecode')
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
    const isUsed = kept !== undefined && !script.cachedDataRejected
    loaded.push({ path, script, keptCpuMs: isUsed ? kept.cpuMs : 0 })
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
  // A start without kept code takes long to load the file, and says nothing of how much has run.
  const loadMs = usedCpuMs() - beforeMs
  const keep = () => {
    const cpuMs = usedCpuMs() - loadMs
    for (const each of loaded) {
      if (cpuMs < muchLonger * each.keptCpuMs) continue
      each.keptCpuMs = cpuMs
      write(each.path, build, { code: asAtFirst(() => each.script.createCachedData()), cpuMs })
    }
  }
  return { exports, keep }
}

function usedCpuMs(): number {
  const { user, system } = process.cpuUsage()
  return Math.ceil((user + system) / 1000)
}

/** The time is after the code, which V8 wants aligned. */
const trailerBytes = 4

/** The text of a file as the body of a function, and the memory that it was read into. */
function readSource(path: string): { readonly text: string; readonly memory: Buffer } {
  let memory = Buffer.alloc(0)
  const body = readInto(path, (length) => {
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
    const bytes = readInto(path, (length) =>
      length > memory.length ? Buffer.allocUnsafeSlow(length) : memory.subarray(0, length),
    )
    const codeBytes = bytes.length - trailerBytes
    return { code: bytes.subarray(0, codeBytes), cpuMs: bytes.readUInt32LE(codeBytes) }
  } catch {
    return undefined
  }
}

/** A file in the bytes that are given for its length. */
function readInto(path: string, bytesFor: (length: number) => Buffer): Buffer {
  const file = openSync(path, 'r')
  try {
    const bytes = bytesFor(fstatSync(file).size)
    if (readSync(file, bytes) < bytes.length) throw new Error(`${path} was cut while it was read`)
    return bytes
  } finally {
    closeSync(file)
  }
}

function write(path: string, build: string, { code, cpuMs }: Kept): void {
  const trailer = Buffer.alloc(trailerBytes)
  trailer.writeUInt32LE(Math.min(cpuMs, 0xffffffff))
  try {
    replace(path, build, Buffer.concat([code, trailer]))
  } catch {
    // The next run tries again.
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
