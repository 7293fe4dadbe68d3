// The entry of dist/load.cjs, by which both the library and the command are loaded.
import { basename, dirname, join, resolve } from 'node:path'
import { runInThisContext } from 'node:vm'
import { build } from '../lib/version.ts'
import { requireWithCodeCache } from './codeCache.ts'

let loaded: unknown

/**
 * The library and the command, `bundle.cjs` in the folder of the package's code: with what V8 has compiled of
 * it in an earlier run, or else as `require` does it. A test runner loads all of it anew for each file.
 */
export function loadBundle(require: (path: string) => unknown, ownFolder: string): unknown {
  const file = join(ownFolder, 'bundle.cjs')
  const folder = cacheFolder(ownFolder, process.env.PRECONF_CACHE)
  if (folder === undefined || build === undefined || !takesScripts()) return require(file)
  loaded ??= loadScript(file, folder, build.replace(' ', '-'))
  return loaded
}

/** Test runners kill their processes: what is compiled is also kept when a devnet is closed. */
function loadScript(file: string, folder: string, build: string): unknown {
  const { exports, keep } = requireWithCodeCache(file, folder, build)
  const { onDevnetClosed } = exports as typeof import('./devnetClosed.ts')
  onDevnetClosed(keep)
  return exports
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

/** Where compiled code is kept: with compiled fixtures, or else next to the package. */
function cacheFolder(ownFolder: string, wanted: string | undefined): string | undefined {
  if (wanted === 'off') return undefined
  if (wanted) return join(resolve(wanted), 'code')
  const ownPackage = dirname(ownFolder)
  const parent = dirname(ownPackage)
  const packages = basename(parent) === 'node_modules' ? parent : join(ownPackage, 'node_modules')
  return join(packages, '.cache', 'preconf', 'code')
}
