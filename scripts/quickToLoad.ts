// Takes from EthereumJS what it works out while it is loaded and preconf seldom asks for: a fifth of a start.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'rolldown'

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

const folder = join(import.meta.dirname, 'standIns')

/**
 * In place of packages, in every build: EthereumJS traces itself with `debug`, and its packages each bring
 * the same release of `lru-cache`, which is bundled once.
 */
export const alias = {
  debug: join(folder, 'debug.ts'),
  'lru-cache': join(
    import.meta.dirname,
    '../node_modules/@ethereumjs/mpt/node_modules/lru-cache/dist/esm/index.js',
  ),
}

/** What EthereumJS imports of others, by what stands in. */
const standIns: readonly { readonly imported: RegExp; readonly file: string }[] = [
  { imported: /^@noble\/hashes\/sha3\.js$/, file: 'sha3.ts' },
  { imported: /^@noble\/curves\/(secp256k1|nist|bn254|bls12-381)\.js$/, file: 'curves.ts' },
]

export function quickToLoad(): Plugin {
  return {
    name: 'quick-to-load',
    resolveId(source, importer) {
      if (importer?.includes('@ethereumjs') !== true) return
      const found = standIns.find(({ imported }) => imported.test(source))
      return found && join(folder, found.file)
    },
    load(id) {
      const ofFile = changes.filter(({ file }) => id.endsWith(file))
      return ofFile.length === 0 ? undefined : ofFile.reduce(changed, readFileSync(id, 'utf8'))
    },
  }
}

function changed(code: string, { file, from, to }: Change): string {
  if (code.search(from) < 0) throw new Error(`${file} has no ${from} any more`)
  return code.replace(from, to)
}
