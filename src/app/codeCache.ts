import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { cachedDataVersionTag, setFlagsFromString } from 'node:v8'
import { Script } from 'node:vm'
import { asAtFirst } from '../lib/v8Flags.ts'

/** What is kept is made anew by a run that has worked longer by this factor, as it takes as long as 20 requests. */
const muchLonger = 2

const opening = '(function (exports, require, module, __filename, __dirname) {'

/** Code that V8 has compiled, and the CPU time of the run that it is of, without that of loading the file. */
interface Kept {
  readonly code: Uint8Array
  readonly cpuMs: number
}

/**
 * What a CommonJS file exports, loaded with the code that V8 compiled in an earlier run and that is kept
 * in a folder, so that what ran then need not be compiled again. `build` identifies the content of the
 * file, since V8 compares only its length; the file must not use `import()`. Without a usable folder it
 * only loads more slowly. `keep` is to be called when what matters has run: it keeps what is compiled by
 * then, if this run has worked much longer than the one whose code is kept.
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
  const path = join(folder, `${build}-${cachedDataVersionTag().toString(16)}.code`)
  const kept = read(path)
  // The build writes nothing but ASCII, which is read faster as this.
  const script = new Script(`${opening}${readFileSync(file, 'latin1')}\n})`, {
    filename: file,
    columnOffset: -opening.length,
    ...(kept && { cachedData: kept.code }),
  })
  let keptCpuMs = kept === undefined || script.cachedDataRejected ? 0 : kept.cpuMs
  const keep = () => {
    // A start without kept code takes long to load the file, and says nothing of how much has run.
    const cpuMs = usedCpuMs() - loadMs
    if (cpuMs < muchLonger * keptCpuMs) return
    keptCpuMs = cpuMs
    write(path, build, { code: asAtFirst(() => script.createCachedData()), cpuMs })
  }
  const module = { exports: {} }
  const run = script.runInThisContext()
  run(module.exports, createRequire(file), module, file, dirname(file))
  const loadMs = usedCpuMs() - beforeMs
  return { exports: module.exports, keep }
}

function usedCpuMs(): number {
  const { user, system } = process.cpuUsage()
  return Math.ceil((user + system) / 1000)
}

/** The time is after the code, which V8 wants aligned. */
const trailerBytes = 4

function read(path: string): Kept | undefined {
  try {
    const bytes = readFileSync(path)
    const codeBytes = bytes.length - trailerBytes
    return { code: bytes.subarray(0, codeBytes), cpuMs: bytes.readUInt32LE(codeBytes) }
  } catch {
    return undefined
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
