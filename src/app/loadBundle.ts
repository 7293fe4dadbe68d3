// The entry of dist/load.cjs, by which dist/index.cjs and worker threads load the library. The command has it in
// dist/launch.cjs.
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import Module, { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { cachedDataVersionTag } from 'node:v8'
import { runInThisContext, Script } from 'node:vm'
import { crc32 } from 'node:zlib'
import { build, tooOld } from '../lib/version.ts'

const opening = '(function (exports, require, module, __filename, __dirname) {'
const closing = '\n})'
/** Behind the code: the CPU time of the process that has written it, in ms, and a checksum of both. */
const cpuBytes = 4
const checksumBytes = 4
/**
 * A process with this many times the CPU time of the one that wrote the code has compiled more of the bundle, so it
 * writes it again: a test file that follows a start without requests, a suite that follows a test file.
 */
const longerRun = 4
/** A few times as large as what is kept of the whole bundle. */
const maxBytes = 2 ** 26

let loaded: unknown

/**
 * What `bundle.cjs` in the folder of the package's code exports: with what V8 has compiled of it in an earlier process,
 * or else as `require` loads it. A test runner loads it for each file: so one of 1 test takes 80 to 88 ms less CPU time
 * (of 190 to 200, Node 22 and 24), one of 10 tests 56 to 96 less. Node's own `NODE_COMPILE_CACHE` saves 34 to 57: it has
 * no functions that are compiled when they are first called. Throws where Node is too old.
 */
export function loadBundle(require: (path: string) => unknown, ownFolder: string): unknown {
  const problem = tooOld(process.versions.node)
  if (problem !== undefined) throw new Error(`preconf: ${problem}`)
  const file = join(ownFolder, 'bundle.cjs')
  const folder = codeFolder(ownFolder, process.env.PRECONF_CACHE)
  if (folder === undefined || build === undefined || !takesScripts()) return require(file)
  loaded ??= loadScript(file, folder, build)
  return loaded
}

/**
 * Whether scripts are compiled by V8, for the same globals (those of Jest's sandboxes are others), and need no
 * source maps, which Node has for modules only.
 */
function takesScripts(): boolean {
  const { bun, deno } = process.versions
  if ((bun ?? deno) !== undefined || process.sourceMapsEnabled) return false
  return runInThisContext('globalThis') === globalThis
}

/**
 * Loads the file with compiled code, if there is some of this build. When the first devnet is closed, keeps the code if
 * there was none, or if this process has compiled more.
 */
function loadScript(file: string, folder: string, build: string): unknown {
  // V8 takes only code of the same version with the same flags; its stack traces name the file that it was compiled of.
  const seed = crc32(`${build} ${file}`)
  const path = join(
    folder,
    `${crc32(file).toString(16)}-${cachedDataVersionTag().toString(16)}.code`,
  )
  const kept = readCode(path, seed)
  // The build writes nothing but ASCII, which is read faster as this.
  const script = new Script(opening + readFileSync(file, 'latin1') + closing, {
    filename: file,
    columnOffset: -opening.length,
    cachedData: kept?.code,
  })
  const module = new Module(file)
  // So parts of the bundle find it.
  const require = createRequire(file)
  require.cache[file] = module
  try {
    script.runInThisContext()(module.exports, require, module, file, dirname(file))
  } catch (error) {
    delete require.cache[file]
    throw error
  }
  module.loaded = true
  const used = script.cachedDataRejected === false ? kept : undefined
  const usedBytes = used?.code.length ?? 0
  const minCpuMs = (used?.cpuMs ?? 0) * longerRun
  const { onceDevnetClosed } = module.exports as typeof import('./devnetClosed.ts')
  onceDevnetClosed(() => {
    const cpuMs = cpuMsSoFar()
    if (cpuMs < minCpuMs) return
    const code = script.createCachedData()
    // V8 discards code that has not run for long, so an idle process can have less.
    if (code.length > usedBytes) writeCode(path, { code, cpuMs }, seed)
  })
  return module.exports
}

/** Where compiled code is kept: with compiled fixtures, or else next to the package. */
export function codeFolder(ownFolder: string, wanted: string | undefined): string | undefined {
  if (wanted === 'off') return undefined
  if (wanted) return join(resolve(wanted), 'code')
  const ownPackage = dirname(ownFolder)
  const parent = dirname(ownPackage)
  const packages = basename(parent) === 'node_modules' ? parent : join(ownPackage, 'node_modules')
  return join(packages, '.cache', 'preconf', 'code')
}

interface CompiledCode {
  readonly code: Buffer
  /** What the process that has written it had used until then. */
  readonly cpuMs: number
}

function cpuMsSoFar(): number {
  const { user, system } = process.cpuUsage()
  return Math.round((user + system) / 1000)
}

/** Compiled code, if it is whole: V8 crashes on a damaged one. */
function readCode(path: string, seed: number): CompiledCode | undefined {
  try {
    const stats = statSync(path)
    if (!stats.isFile() || stats.size > maxBytes) return undefined
    const bytes = readFileSync(path)
    const content = bytes.subarray(0, -checksumBytes)
    if (crc32(content, seed) !== bytes.readUInt32LE(content.length)) return undefined
    const code = content.subarray(0, -cpuBytes)
    return { code, cpuMs: content.readUInt32LE(code.length) }
  } catch {
    return undefined
  }
}

/** Writes it whole or not at all; without a usable folder the next process compiles again. */
function writeCode(path: string, { code, cpuMs }: CompiledCode, seed: number): void {
  const temporary = `${path}.${process.pid}.tmp`
  const end = Buffer.alloc(cpuBytes + checksumBytes)
  end.writeUInt32LE(cpuMs)
  end.writeUInt32LE(crc32(end.subarray(0, cpuBytes), crc32(code, seed)), cpuBytes)
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(temporary, Buffer.concat([code, end]))
    renameSync(temporary, path)
  } catch {
    // Nothing depends on it.
  }
}
