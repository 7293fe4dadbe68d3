import { loadBundle } from '../app/loadBundle.ts'

type Bundle = typeof import('./main.ts')

// Runs that only print something compile little, which is not worth keeping.
const isAsked = process.argv.some((word) => /^(-h|--help|-V|--version)$/.test(word))
const bundle = isAsked ? require(`${__dirname}/bundle.cjs`) : loadBundle(require, __dirname)
;(bundle as Bundle).main()
