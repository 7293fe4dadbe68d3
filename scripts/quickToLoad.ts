// Takes from EthereumJS what it works out while it is loaded and preconf seldom asks for: a fifth of a start.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'esbuild'

const root = join(import.meta.dirname, '..')

interface Change {
  /** The end of a file's path. */
  readonly file: string
  readonly from: RegExp
  readonly to: string
}

const changes: readonly Change[] = [
  // Numbers for all of one and two bytes, 65,536 of them.
  {
    file: 'util/dist/esm/bytes.js',
    from: /for \(let i = 0; i <= 256 \* 256 - 1; i\+\+\) \{\s*BIGINT_CACHE\[i\] = BigInt\(i\);\s*\}/,
    to: '',
  },
  { file: 'util/dist/esm/bytes.js', from: /BIGINT_CACHE\[(bytes.*)\];/g, to: 'BigInt($1);' },
  {
    file: 'util/dist/esm/constants.js',
    from: /secp256k1\.Point\.CURVE\(\)\.n/,
    to: '0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n',
  },
  { file: 'vm/dist/esm/runTx.js', from: /const DEFAULT_HEADER = .*;/, to: '' },
  { file: 'vm/dist/esm/runTx.js', from: /\bDEFAULT_HEADER\b/g, to: 'createBlockHeader()' },
  { file: 'bls12_381/noble.js', from: /const G[12]_ZERO = .*;/g, to: '' },
  { file: 'bls12_381/noble.js', from: /\bG([12])_ZERO\b/g, to: 'bls12_381.G$1.Point.ZERO' },
]

/** By the module of noble's that has it. */
const curves: Readonly<Record<string, string>> = {
  secp256k1: 'secp256k1',
  nist: 'p256',
  bn254: 'bn254',
  'bls12-381': 'bls12_381',
}

/** One for all: noble's calls 2,800 functions for each hash, which short runs feel. */
const keccak = "export { keccak256 as keccak_256 } from './src/wasm/keccak/keccak256.ts'"

export function quickToLoad(): Plugin {
  const namespace = 'quick-to-load'
  return {
    name: namespace,
    setup: ({ onResolve, onLoad }) => {
      onLoad({ filter: /@ethereumjs\/.*(bytes|constants|noble|runTx)\.js$/ }, ({ path }) => {
        let contents = readFileSync(path, 'utf8')
        for (const { from, to } of changes.filter(({ file }) => path.endsWith(file))) {
          if (contents.search(from) < 0) throw new Error(`${path} has no ${from} any more`)
          contents = contents.replace(from, to)
        }
        return { contents }
      })
      onResolve({ filter: /^@noble\/(curves\/|hashes\/sha3\.js$)/ }, ({ kind, path, importer }) => {
        if (kind !== 'import-statement' || !importer.includes('@ethereumjs')) return undefined
        return { path, namespace, pluginData: dirname(importer) }
      })
      onLoad({ filter: /hashes/, namespace }, () => ({ contents: keccak, resolveDir: root }))
      onLoad({ filter: /curves/, namespace }, ({ path, pluginData }) => ({
        contents: lazyCurve(path),
        resolveDir: pluginData,
      }))
    },
  }
}

/**
 * A bundle whose modules are called alike. esbuild has each in an object with its path as the one member, and V8
 * makes a class of its own for each such name: a tenth of the time that the bundle takes to load. It is as long as before,
 * so that its source map holds.
 */
export function modulesAlike(bundle: string): string {
  const names = /(?<=__(?:esm|commonJS)\(\{)"[^"]+"(?=\()/g
  if (bundle.search(names) < 0) throw new Error('the bundle has no modules by their paths any more')
  return bundle.replace(names, ({ length }) => 'm'.padEnd(length))
}

/** A curve, with its random numbers, is there when somebody asks for it: preconf has its own. */
function lazyCurve(path: string): string {
  const name = curves[/([^/]*)\.js$/.exec(path)?.[1] ?? '']
  return `
    const curve = () => require('${path}').${name}
    export const ${name} = new Proxy({}, { get: (_, name) => curve()[name] })`
}
