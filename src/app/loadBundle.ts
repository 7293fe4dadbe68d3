// The entry of dist/load.cjs, by which dist/index.cjs and worker threads load the library.
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import Module, { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { cachedDataVersionTag } from 'node:v8'
import { runInThisContext, Script } from 'node:vm'
import { crc32 } from 'node:zlib'
import { build } from '../lib/version.ts'

const opening = '(function (exports, require, module, __filename, __dirname) {'
const closing = '\n})'
const checksumBytes = 4
/** A few times as large as what is kept of the whole bundle. */
const maxBytes = 2 ** 26

let loaded: unknown

/**
 * What `bundle.cjs` in the folder of the package's code exports: with what V8 has compiled of it in an earlier process,
 * or else as `require` loads it. A test runner loads it for each file: so one of 1 test takes 80 to 88 ms less CPU time
 * (of 190 to 200, Node 22 and 24), one of 10 tests 56 to 96 less. Node's own `NODE_COMPILE_CACHE` saves 34 to 57.
 */
export function loadBundle(require: (path: string) => unknown, ownFolder: string): unknown {
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

/** Loads the file with compiled code, if there is some of this build; else keeps it when the first devnet is closed. */
function loadScript(file: string, folder: string, build: string): unknown {
  // V8 takes only code of the same version with the same flags; its stack traces name the file that it was compiled of.
  const seed = crc32(`${build} ${file}`)
  const path = join(
    folder,
    `${crc32(file).toString(16)}-${cachedDataVersionTag().toString(16)}.code`,
  )
  // The build writes nothing but ASCII, which is read faster as this.
  const script = new Script(opening + readFileSync(file, 'latin1') + closing, {
    filename: file,
    columnOffset: -opening.length,
    cachedData: readCode(path, seed),
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
  if (script.cachedDataRejected !== false) {
    const { onceDevnetClosed } = module.exports as typeof import('./devnetClosed.ts')
    onceDevnetClosed(() => writeCode(path, script.createCachedData(), seed))
  }
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

/** Compiled code, if it is whole: V8 crashes on a damaged one. */
function readCode(path: string, seed: number): Buffer | undefined {
  try {
    const stats = statSync(path)
    if (!stats.isFile() || stats.size > maxBytes) return undefined
    const bytes = readFileSync(path)
    const code = bytes.subarray(0, -checksumBytes)
    return crc32(code, seed) === bytes.readUInt32LE(code.length) ? code : undefined
  } catch {
    return undefined
  }
}

/** Writes it whole or not at all; without a usable folder the next process compiles again. */
function writeCode(path: string, code: Buffer, seed: number): void {
  const temporary = `${path}.${process.pid}.tmp`
  const checksum = Buffer.alloc(checksumBytes)
  checksum.writeUInt32LE(crc32(code, seed))
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(temporary, Buffer.concat([code, checksum]))
    renameSync(temporary, path)
  } catch {
    // Nothing depends on it.
  }
}
