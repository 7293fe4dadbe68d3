import Module from 'node:module'
import { codeFolder } from '../app/loadBundle.ts'

type Bundle = typeof import('./main.ts')

/** Node 20 has none, and compiles at each start. */
const { enableCompileCache } = Module as { readonly enableCompileCache?: (folder: string) => void }

// Runs that only print something compile little, which is not worth keeping.
const isAsked = process.argv.some((word) => /^(-h|--help|-V|--version)$/.test(word))
const folder = isAsked ? undefined : codeFolder(__dirname, process.env.PRECONF_CACHE)
if (folder !== undefined) enableCompileCache?.(folder)
;(require(`${__dirname}/bundle.cjs`) as Bundle).main()
