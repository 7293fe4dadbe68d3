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

const sha3 = join(import.meta.dirname, 'standIns/sha3.ts')

/** By the module of noble's that has it. */
const curves: Readonly<Record<string, string>> = {
  '@noble/curves/secp256k1.js': 'secp256k1',
  '@noble/curves/nist.js': 'p256',
  '@noble/curves/bn254.js': 'bn254',
  '@noble/curves/bls12-381.js': 'bls12_381',
}

const lazy = '\0lazy-curve '

export function quickToLoad(): Plugin {
  return {
    name: 'quick-to-load',
    async resolveId(source, importer, { kind }) {
      if (kind !== 'import-statement' || importer?.includes('@ethereumjs') !== true) return
      if (source === '@noble/hashes/sha3.js') return sha3
      const name = curves[source]
      if (name === undefined) return
      const found = await this.resolve(source, importer, { skipSelf: true })
      return found && `${lazy}${name} ${found.id}`
    },
    load(id) {
      if (id.startsWith(lazy)) {
        const [, name = '', path = ''] = id.split(' ')
        return lazyCurve(name, path)
      }
      const ofFile = changes.filter(({ file }) => id.endsWith(file))
      return ofFile.length === 0 ? undefined : ofFile.reduce(changed, readFileSync(id, 'utf8'))
    },
  }
}

function changed(code: string, { file, from, to }: Change): string {
  if (code.search(from) < 0) throw new Error(`${file} has no ${from} any more`)
  return code.replace(from, to)
}

/** A curve, with its random numbers, is there when somebody asks for it: preconf has its own. */
function lazyCurve(name: string, path: string): string {
  return `
    const curve = () => require(${JSON.stringify(path)}).${name}
    export const ${name} = new Proxy({}, { get: (_, name) => curve()[name] })`
}
