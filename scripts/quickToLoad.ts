// Whole modules that stand in for those of EthereumJS and others which work things out as they are loaded that preconf
// seldom asks for, or never: CPU time of a start on Node 22 and 24.
import { join } from 'node:path'
import type { Plugin } from 'rolldown'

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

/** What EthereumJS imports, by what stands in: without them a start takes 35 to 46 ms more. */
const standIns: readonly { readonly imported: RegExp; readonly file: string }[] = [
  { imported: /^@noble\/hashes\/sha3\.js$/, file: 'sha3.ts' },
  { imported: /^@noble\/curves\/(secp256k1|nist|bn254)\.js$/, file: 'curves.ts' },
  { imported: /@ethereumjs\/util\/dist\/esm\/bytes\.js$/, file: 'bytes.ts' },
  { imported: /bls12_381\/noble\.js$/, file: 'nobleBls.ts' },
]

export function quickToLoad(): Plugin {
  return {
    name: 'quick-to-load',
    resolveId(source, importer = '') {
      if (!importer.includes('@ethereumjs')) return
      // What is imported by a relative path is a module of its own package.
      const path = source.startsWith('.') ? join(importer, '..', source) : source
      const found = standIns.find(({ imported }) => imported.test(path))
      return found && join(folder, found.file)
    },
  }
}
