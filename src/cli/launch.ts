import Module from 'node:module'
import { codeFolder, loadBundle } from '../app/loadBundle.ts'

type Bundle = typeof import('./main.ts')

/** Node 20 has none, and compiles the parts of the bundle at each start. */
const { enableCompileCache } = Module as { readonly enableCompileCache?: (folder: string) => void }

// Runs that only print something compile little, which is not worth keeping.
const isAsked = process.argv.some((word) => /^(-h|--help|-V|--version)$/.test(word))
const folder = isAsked ? undefined : codeFolder(__dirname, process.env.PRECONF_CACHE)
// For the parts. Node compiles the functions of a module again when they are first called; the bundle has thousands.
if (folder !== undefined) enableCompileCache?.(folder)
const { main } = loadBundle(require, __dirname) as Bundle
main()
