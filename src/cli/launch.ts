import { createRequire } from 'node:module'

type Bundle = typeof import('./main.ts')
type Load = typeof import('../app/loadBundle.ts')

const require = createRequire(import.meta.url)
const folder = import.meta.dirname
// Runs that only print something compile little, which is not worth keeping.
const isAsked = process.argv.some((word) => /^(-h|--help|-V|--version)$/.test(word))
const bundle = isAsked
  ? require(`${folder}/bundle.cjs`)
  : (require(`${folder}/load.cjs`) as Load).loadBundle(require, folder)
await (bundle as Bundle).main()
