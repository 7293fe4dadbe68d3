// Builds `preconf/browser`: chains in a page or a worker. What needs Node is taken out, see `instead`.
import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type BuildResult, build, type Plugin } from 'esbuild'
import { alias } from './quickToLoad.ts'
import { importShared } from './sharedFiles.ts'

const root = join(import.meta.dirname, '..')

/** Gzipped bytes that are loaded before a chain is there; large and rare parts are files of their own. */
export const maxBrowserBytes = 515_000

/** Sources that need Node, each with a file of `src/browser/shims` of the same name in its place. */
const instead = [
  'src/app/listen.ts',
  'src/devnet/fixtures/compiledFixtures.ts',
  'src/execution/script/openScript.ts',
  'src/execution/trace/scriptTracer.ts',
  'src/files/compression.ts',
  'src/files/declared/fixtureModule.ts',
  'src/extensions/crossChain/bridgeGenesis.ts',
  'src/extensions/networks/ownBehaviours.ts',
  'src/extensions/fork/upstream/transport/http.ts',
  'src/extensions/fork/upstream/transport/ipc.ts',
  'src/extensions/fork/upstream/transport/webSocket.ts',
]

/** Modules of Node that are for files alone, with what each of their functions does here. */
const forFiles: Readonly<Record<string, 'noFiles' | 'noFilesNow'>> = {
  'node:fs': 'noFilesNow',
  'node:fs/promises': 'noFiles',
  'node:module': 'noFilesNow',
  'node:os': 'noFilesNow',
  'node:worker_threads': 'noFilesNow',
  'node:zlib': 'noFilesNow',
}

/** EthereumJS's own BLS12-381, which no EVM here uses. */
const nobleBls = join(root, 'scripts/standIns/nobleBls.ts')

type Built = BuildResult<{ metafile: true; write: false }>

export interface BuiltBrowser {
  /** Texts by path. */
  readonly files: ReadonlyMap<string, string>
  /** Of all that is loaded before a chain is there. */
  readonly gzippedBytes: number
  readonly metafile: Built['metafile']
}

/** `version`: of the package; what is imported from `external` is left to the user. */
export async function buildBrowser(
  version: string,
  external: readonly string[],
): Promise<BuiltBrowser> {
  const built = await build({
    absWorkingDir: root,
    entryPoints: { index: 'src/browser/index.ts' },
    outdir: 'dist/browser',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    write: false,
    minify: true,
    format: 'esm',
    // A module of Node that is neither here nor above fails the build.
    platform: 'browser',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
    external: [...external],
    alias,
    define: {
      PRECONF_VERSION: JSON.stringify(version),
      PRECONF_BUILD: JSON.stringify(version),
      // A page may have some of a Node's, made for others.
      'globalThis.Buffer': 'undefined',
      'globalThis.process': 'undefined',
      global: 'globalThis',
      // There are no files to be found beside the code.
      'import.meta.dirname': JSON.stringify('/'),
    },
    inject: ['src/browser/shims/buffer.ts'],
    plugins: [standIns(), importShared()],
  })
  const files = built.outputFiles.map(({ path, text }) => [relative(root, path), text] as const)
  return {
    files: new Map(files),
    gzippedBytes: atOnce(built),
    metafile: built.metafile,
  }
}

/** Puts what is written for browsers in the place of what needs Node. */
function standIns(): Plugin {
  const namespace = 'no-files'
  const folder = join(root, 'src/browser/shims')
  const byName = new Map(instead.map((path) => [path.replace(/^.*\//, ''), path]))
  return {
    name: 'stand-ins',
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /^\..*\.ts$/ }, ({ path, resolveDir }) => {
        const source = relative(root, join(resolveDir, path))
        const name = source.replace(/^.*\//, '')
        return byName.get(name) === source ? { path: join(folder, name) } : undefined
      })
      onResolve({ filter: /\bnoble\.js$/ }, ({ path, resolveDir }) =>
        join(resolveDir, path).endsWith('/bls12_381/noble.js') ? { path: nobleBls } : undefined,
      )
      onResolve({ filter: /^buffer$/ }, () => ({ path: join(folder, 'buffer.ts') }))
      onResolve({ filter: /^node:path$/ }, () => ({ path: join(folder, 'path.ts') }))
      onResolve({ filter: /^node:/ }, ({ path }) =>
        path in forFiles ? { path, namespace, sideEffects: false } : undefined,
      )
      onLoad({ filter: /.*/, namespace }, async ({ path }) => {
        const names = Object.keys(await import(path)).filter((name) => name !== 'default')
        const lines = names.map((name) => `export { ${forFiles[path]} as ${name} }`)
        return {
          contents: `import { noFiles, noFilesNow } from '../noFiles.ts'\n${lines.join('\n')}\n`,
          resolveDir: folder,
        }
      })
    },
  }
}

function atOnce({ metafile, outputFiles }: Built): number {
  const starts = ['src/browser/index.ts', 'src/browser/start.ts']
  const outputs = Object.entries(metafile.outputs)
  const reached = new Set(
    outputs.filter(([, { entryPoint = '' }]) => starts.includes(entryPoint)).map(([path]) => path),
  )
  for (const path of reached) {
    for (const { kind, path: imported, external } of metafile.outputs[path]?.imports ?? []) {
      if (kind === 'import-statement' && !external) reached.add(imported)
    }
  }
  return outputFiles
    .filter(({ path }) => reached.has(relative(root, path)))
    .reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0)
}
