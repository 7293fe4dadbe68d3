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
import { Script } from 'node:vm'

/** The cache is rewritten when it would become larger by this factor. */
const muchMore = 1.25

const opening = '(function (exports, require, module, __filename, __dirname) {'

/**
 * What a CommonJS file exports, loaded with the code that V8 compiled in an earlier run and that is kept
 * in a folder: for versions of Node without a compile cache. `build` identifies the content of the file,
 * since V8 compares only its length; the file must not use `import()`. Without a usable folder it only
 * loads more slowly.
 */
export function requireWithCodeCache(file: string, folder: string, build: string): unknown {
  const { version, arch } = process
  const path = join(folder, `${version}-${arch}-${build}.code`)
  const cachedData = read(path)
  const script = new Script(`${opening}${readFileSync(file, 'utf8')}\n})`, {
    filename: file,
    columnOffset: -opening.length,
    ...(cachedData && { cachedData }),
  })
  const isUsed = cachedData !== undefined && script.cachedDataRejected !== true
  const keptBytes = isUsed ? cachedData.length : 0
  // Written at the end, when everything that the run needs is compiled; runs that fail early need little.
  process.once('exit', (code) => {
    if (code !== 0) return
    const data = script.createCachedData()
    if (data.length > keptBytes * muchMore) write(path, data)
  })
  const module = { exports: {} }
  const run = script.runInThisContext()
  run(module.exports, createRequire(file), module, file, dirname(file))
  return module.exports
}

function read(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

function write(path: string, data: Uint8Array): void {
  try {
    replace(path, data)
  } catch {
    // The next run tries again.
  }
}

/** Replaces the files of other builds by this one, completely or not at all: V8 trusts what it reads. */
function replace(path: string, data: Uint8Array): void {
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
    const other = join(folder, name)
    if (name.includes('.code') && other !== path) rmSync(other, { force: true })
  }
}
