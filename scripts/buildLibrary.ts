// Builds `dist/bundle.cjs`: the library and the command with all that they need at once, in one file that can be kept
// compiled. What is asked for later is in files of `dist/parts/`, so that nobody loads it who does not need it.
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { transform } from 'esbuild'
import { type OutputChunk, type Plugin, rolldown } from 'rolldown'
import { alias, quickToLoad } from './quickToLoad.ts'

const root = join(import.meta.dirname, '..')

/** The first file, which is none on the disk: what is exported is for dist/index.cjs and what else loads the bundle. */
const entry = join(root, 'src/bundle.ts')
const contents = `
  export * from './index.ts'
  export { main } from './cli/main.ts'
  export { onceDevnetClosed } from './app/devnetClosed.ts'
  export { serveChains } from './app/threads/serveChains.ts'`

const bundleFolder = join(root, 'scripts/standIns/bundleFolder.ts')

/** What parts of the library need later, and matchers of both kinds of modules too. */
const sharedWithMatchers = { abi: 'src/wallet/abi.ts' }

/** How long a line of code is: Node prints that of an error that nobody catches. */
export const lineLimit = 160

interface Options {
  readonly define: Readonly<Record<string, string>>
  /** Names of sources that are files of their own beside the bundle. */
  readonly libraries: readonly string[]
  /** Whether what is imported by a source is left to the user's own copy. */
  readonly isOfUser: (imported: string, importer: string) => boolean
}

/** What a file is made of: how many bytes are of which source. */
export interface Inputs {
  readonly outputs: Readonly<
    Record<
      string,
      { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }
    >
  >
}

export async function buildLibrary({ define, libraries, isOfUser }: Options): Promise<Inputs> {
  const neededAtOnce = new Set([bundleFolder])
  const bundle = await rolldown({
    input: { bundle: entry, ...sharedWithMatchers },
    platform: 'node',
    external: (imported, importer) => importer !== undefined && isOfUser(imported, importer),
    // Parts import from the bundle what it does not export by itself.
    preserveEntrySignatures: 'allow-extension',
    resolve: {
      alias: { ...alias, 'string-width': join(root, 'scripts/standIns/stringWidth.ts') },
    },
    transform: {
      target: 'node20',
      define: { ...define, 'import.meta.dirname': 'bundleFolder' },
      inject: { bundleFolder: [bundleFolder, 'bundleFolder'] },
    },
    plugins: [virtualEntry(), beside(libraries), quickToLoad(), collect(neededAtOnce)],
    // yargs asks where a module is that it never imports; what is imported both ways is in the bundle.
    checks: { emptyImportMeta: false, ineffectiveDynamicImport: false },
  })
  const { output } = await bundle.generate({
    format: 'cjs',
    strict: true,
    entryFileNames: '[name].cjs',
    chunkFileNames: 'parts/[name]-[hash].cjs',
    // Node loads import() as it is; Jest and kept code have to have `require`.
    dynamicImportInCjs: false,
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ name: 'bundle', test: (id) => neededAtOnce.has(id) }],
    },
    // Variables with `let` and `const` have to be checked each time whether they have a value yet.
    topLevelVar: true,
    charset: 'ascii',
    comments: false,
    minify: { compress: true, mangle: { toplevel: true, keepNames: true }, codegen: false },
    sourcemap: 'hidden',
    sourcemapExcludeSources: true,
  })
  await bundle.close()
  const chunks = output.filter(isChunk)
  mkdirSync(join(root, 'dist/parts'), { recursive: true })
  await Promise.all(chunks.map(writeInShortLines))
  return { outputs: Object.fromEntries(chunks.map(inputsOf)) }
}

/** Writes a file without its whitespace, and its map. Rolldown can only write all of it in one line. */
async function writeInShortLines({ fileName, code, map }: OutputChunk): Promise<void> {
  const written = await transform(`${code}\n//# sourceMappingURL=${map?.toUrl()}`, {
    minifyWhitespace: true,
    lineLimit,
    sourcefile: fileName,
    sourcemap: 'external',
    sourcesContent: false,
    legalComments: 'none',
    target: 'node20',
  })
  const path = join(root, 'dist', fileName)
  const ending = `//# sourceMappingURL=${basename(fileName)}.map\n`
  writeFileSync(path, written.code + ending)
  writeFileSync(`${path}.map`, written.map)
}

function isChunk(file: { readonly type: string }): file is OutputChunk {
  return file.type === 'chunk'
}

function inputsOf({ fileName, modules }: OutputChunk): [string, Inputs['outputs'][string]] {
  const files = Object.entries(modules).filter(([id]) => !id.startsWith('\0'))
  const inputs = files.map(([id, { renderedLength }]) => [
    relative(root, id),
    { bytesInOutput: renderedLength },
  ])
  return [fileName, { inputs: Object.fromEntries(inputs) }]
}

function virtualEntry(): Plugin {
  return {
    name: 'virtual-entry',
    resolveId: (source) => (source === entry ? entry : undefined),
    load: (id) => (id === entry ? contents : undefined),
  }
}

/** Leaves `import('./<name>.ts')`, and what is required so, to the file of that name beside the bundle. */
function beside(names: readonly string[]): Plugin {
  const path = new RegExp(`/(${names.join('|')})\\.ts$`)
  return {
    name: 'beside',
    resolveId(source, _importer, { kind }) {
      const name = kind === 'import-statement' ? undefined : path.exec(source)?.[1]
      return name === undefined
        ? undefined
        : { id: join(dirname(entry), `${name}.cjs`), external: 'relative' }
    },
  }
}

/** Finds what the entry imports, and all that this imports in turn, but nothing by `import()`. */
function collect(found: Set<string>): Plugin {
  return {
    name: 'collect',
    buildEnd() {
      const queue = [entry]
      for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
        if (found.has(id)) continue
        found.add(id)
        queue.push(...(this.getModuleInfo(id)?.importedIds ?? []))
      }
    },
  }
}
