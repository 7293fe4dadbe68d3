import module, { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { build } from '../lib/version.ts'
import { requireWithCodeCache } from './codeCache.ts'

type Bundle = typeof import('./main.ts')

/** Since Node 22.1. */
interface WithCompileCache {
  readonly enableCompileCache?: ((folder: string) => unknown) | undefined
}

const bundle = join(import.meta.dirname, 'bundle.cjs')
const { enableCompileCache } = module as WithCompileCache

// V8 of Node 20 optimises a function when this much of it has run, and much of what it optimises runs a
// few times only: with four times its default, 50 short tests over HTTP take 20 to 25 % less CPU and 10 of
// them 15 %. Later versions have a tier between, which makes up for it.
if (process.versions.node.startsWith('20.')) setFlagsFromString('--interrupt-budget=500000')

await loaded(cacheFolder(process.env.PRECONF_CACHE)).main()

/** The library and the command, loaded with their compiled code from the folder if there is one. */
function loaded(folder: string | undefined): Bundle {
  // Runs that only print something compile little, which is not worth keeping.
  const isAsked = process.argv.some((word) => /^(-h|--help|-V|--version)$/.test(word))
  if (folder !== undefined && build !== undefined && !isAsked) {
    if (enableCompileCache === undefined) {
      return requireWithCodeCache(bundle, folder, build.replace(' ', '-')) as Bundle
    }
    enableCompileCache(folder)
  }
  return createRequire(import.meta.url)(bundle)
}

/** Where compiled code is kept: with compiled fixtures, or else next to the package. */
function cacheFolder(wanted: string | undefined): string | undefined {
  if (wanted === 'off') return undefined
  if (wanted) return join(resolve(wanted), 'code')
  const ownPackage = dirname(import.meta.dirname)
  const parent = dirname(ownPackage)
  const packages = basename(parent) === 'node_modules' ? parent : join(ownPackage, 'node_modules')
  return join(packages, '.cache', 'preconf', 'code')
}
