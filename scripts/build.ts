// Builds the package into dist/: bundles for `import`, `require` and the command, and the types of the public API.

import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import {
  decode,
  encode,
  type SourceMapMappings,
  type SourceMapSegment,
} from '@jridgewell/sourcemap-codec'
import { toJsonSchema } from '@valibot/to-json-schema'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import { scenarioSchema } from '../src/extensions/scenarios/stepKinds.ts'
import { jsonLineSchema } from '../src/files/jsonLines.ts'
import { buildBrowser } from './buildBrowser.ts'
import { buildInspector } from './buildInspector.ts'
import { buildLibrary, lineLimit } from './buildLibrary.ts'
import { compileDeclarations, packageOf, writeTypes } from './buildTypes.ts'
import { thirdPartyNotices } from './notices.ts'
import { alias } from './quickToLoad.ts'
import { rawText } from './rawText.ts'
import { buildSharedFiles, readShared, sharedLibraries } from './sharedFiles.ts'

const root = join(import.meta.dirname, '..')
process.chdir(root)
// What has no declarations leaves the last build as it was.
const declarations = compileDeclarations()
rmSync('dist', { recursive: true, force: true })

const { version, exports, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  version: string
  exports: Readonly<Record<string, unknown>>
  peerDependencies: Readonly<Record<string, string>>
}

/** What is large and few need: files of their own beside the bundles. */
const libraries = {
  ...sharedLibraries,
  kzgLibrary: 'src/ethereumjs/precompiles/kzgLibrary.ts',
  kzgWorker: 'src/ethereumjs/precompiles/kzgWorker.ts',
  compileModule: 'src/files/declared/compileModule.ts',
  scriptEngine: 'src/execution/script/scriptEngine.ts',
  scriptWorker: 'src/execution/script/scriptWorker.ts',
  mcpLibrary: 'src/cli/mcp/mcpLibrary.ts',
  istanbulReports: 'src/extensions/solidity/coverage/istanbulReports.ts',
  nobleCurves: 'scripts/standIns/nobleCurves.ts',
}
const libraryNames = Object.keys(libraries)

const quickJs = '@jitl/quickjs-singlefile-cjs-release-sync/dist/emscripten-module.cjs'

/** What is exported and is not for test runners and clients. */
const ownBuilds = new Set(['.', './browser'])

/**
 * Of `preconf/<name>` the name: `src/testing/<name>.ts`, in `dist/` with a hyphen for each slash. What
 * is exported without conditions are files as they are.
 */
const testingNames = Object.entries(exports)
  .filter(([path, target]) => !ownBuilds.has(path) && typeof target === 'object')
  .map(([path]) => path.slice('./'.length))
const testingEntries = Object.fromEntries(
  testingNames.map((name) => [name.replaceAll('/', '-'), `src/testing/${name}.ts`]),
)

const shared = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  legalComments: 'none',
  minifySyntax: true,
  minifyWhitespace: true,
  lineLimit,
  // Stacks then name the sources; their text is not in the package, so that it stays small.
  sourcemap: 'linked',
  sourcesContent: false,
  logLevel: 'warning',
  metafile: true,
  alias,
  define: {
    PRECONF_VERSION: JSON.stringify(version),
    PRECONF_BUILD: JSON.stringify(`${version} ${sourcesHash()}`),
  },
} satisfies BuildOptions

const commonJs = {
  ...shared,
  format: 'cjs',
  supported: { 'dynamic-import': false },
} satisfies BuildOptions

const intoFolder = { outdir: 'dist', outExtension: { '.js': '.cjs' } } satisfies BuildOptions

const inspector = await buildInspector()
const library = await buildLibrary({
  define: shared.define,
  libraries: [...libraryNames, 'importUrl'],
  isOfUser,
})
const bundles = await Promise.all([
  build({
    ...shared,
    entryPoints: testingEntries,
    outdir: 'dist',
    format: 'esm',
    splitting: true,
    chunkNames: '[name]-[hash]',
    plugins: [abiBeside(), indexBeside('./index.js'), ofTheUser()],
    // What is CommonJS among the bundled packages asks for Node's own modules by `require`.
    banner: {
      js: "import{createRequire as preconfRequire}from'node:module';const require=preconfRequire(import.meta.url);",
    },
  }),
  // Apart, as what Node is too old for must not be in it.
  build({
    ...commonJs,
    ...intoFolder,
    entryPoints: { cli: 'src/cli/cli.ts' },
    target: 'es2015',
  }),
  build({
    ...commonJs,
    ...intoFolder,
    entryPoints: testingEntries,
    plugins: [besideIndex(libraryNames), abiBeside(), indexBeside('./index.cjs'), ofTheUser()],
  }),
  // Nearly all of it is others', whose source maps would be a fortieth of the package.
  build({
    ...commonJs,
    ...intoFolder,
    entryPoints: libraries,
    plugins: [besideIndex(libraryNames), readShared(), rawText(), withoutAjv(), quickJsBeside()],
    sourcemap: false,
    minifyIdentifiers: true,
    lineLimit: 0,
  }),
  build({
    ...commonJs,
    ...intoFolder,
    entryPoints: {
      load: 'src/app/loadBundle.ts',
      launch: 'src/cli/launch.ts',
      chainWorker: 'src/app/threads/chainWorker.ts',
      scanWorker: 'src/extensions/solidity/artifacts/scanWorker.ts',
    },
  }),
  // A bundle cannot import modules of the user's for Jest, nor when it is kept compiled.
  build({
    ...commonJs,
    ...intoFolder,
    entryPoints: { importUrl: 'src/files/declared/importUrl.ts' },
    supported: { 'dynamic-import': true },
  }),
])
shrinkMaps()
chmodSync('dist/cli.cjs', 0o755)
writeIndexes(await exportedNames())
write('dist/inspector.html', inspector.html)
write('dist/scenario.schema.json', JSON.stringify(scenarioSchema()))
write('dist/log.schema.json', JSON.stringify(jsonLineSchema((line) => ({ ...toJsonSchema(line) }))))
const browser = await buildBrowser(version, Object.keys(peerDependencies))
const sharedFiles = await buildSharedFiles()
for (const [path, text] of [...browser.files, ...sharedFiles.files]) write(path, text)
// As it is published: a build escapes its binary text to half as much again.
cpSync(`node_modules/${quickJs}`, 'dist/quickJs.cjs')
// What Istanbul's pages need, where it looks for it.
cpSync('node_modules/istanbul-reports/lib/html/assets', 'dist/assets', { recursive: true })
const metafiles = [...bundles, inspector, browser].map(({ metafile }) => metafile)
write(
  'dist/THIRD-PARTY-NOTICES.txt',
  thirdPartyNotices([library, ...sharedFiles.inputs, ...metafiles]),
)
writeTypes({
  folder: declarations,
  entries: ['index', 'browser/index', ...testingNames.map((name) => `testing/${name}`)],
  users: new Set(Object.keys(peerDependencies)),
  isForUsers,
})

/** Of all that is built from: what a build has kept on disk is not for another one. */
function sourcesHash(): string {
  const hash = createHash('sha256').update(readFileSync('package-lock.json'))
  const files = ['src', 'scripts']
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  for (const file of files.sort()) hash.update(file).update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

/**
 * Removes the maps of files that have nothing of ours: a stack then names the file itself. The others go without their
 * own name, which is that of the file that names them, and with lines only.
 */
function shrinkMaps(): void {
  const files = readdirSync('dist', { recursive: true, encoding: 'utf8' })
  for (const file of files.filter((name) => name.endsWith('.map'))) {
    const map = join('dist', file)
    const { file: _own, mappings, ...kept } = JSON.parse(readFileSync(map, 'utf8'))
    const sources: readonly string[] = kept.sources
    if (!sources.every((source) => source.includes('node_modules/'))) {
      const lines = byLines(decode(mappings))
      writeFileSync(map, JSON.stringify({ ...kept, names: [], mappings: encode(lines) }))
      continue
    }
    rmSync(map)
    const code = map.slice(0, -'.map'.length)
    writeFileSync(code, readFileSync(code, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\n?$/, '\n'))
  }
}

/**
 * Leaves out what says more than which line of which source a place is from: columns and names are most of a map, and
 * functions have their names in the code.
 */
function byLines(mappings: SourceMapMappings): SourceMapMappings {
  return mappings.map((segments) => {
    const kept: SourceMapSegment[] = []
    for (const [column, source, line] of segments) {
      const [, lastSource, lastLine] = kept.at(-1) ?? []
      if (kept.length > 0 && source === lastSource && line === lastLine) continue
      kept.push(source === undefined || line === undefined ? [column] : [column, source, line, 0])
    }
    return kept
  })
}

/** The names of the library's values. */
async function exportedNames(): Promise<readonly string[]> {
  const { metafile } = await build({
    entryPoints: ['src/index.ts'],
    format: 'esm',
    outdir: 'dist',
    metafile: true,
    write: false,
  })
  return metafile.outputs['dist/index.js']?.exports ?? []
}

/**
 * The library for `require` and for `import`: of the bundle its part, by name, so that those see it who only read it.
 * `import` of a CommonJS file would have Node look for its names, for longer than it takes to load the half of it.
 */
function writeIndexes(names: readonly string[]): void {
  const lines = names.map((name) => `exports.${name}=bundle.${name};`)
  const load = `"use strict";const bundle=require('./load.cjs').loadBundle(require,__dirname);\n`
  write('dist/index.cjs', `${load}${lines.join('\n')}\n`)
  const byRequire = `createRequire(import.meta.url)('./index.cjs')`
  write(
    'dist/index.js',
    `import{createRequire}from'node:module';export const{${names.join(',')}}=${byRequire}\n`,
  )
}

/** Leaves `import('./<name>.ts')` to the file of that name beside the bundle. */
function besideIndex(names: readonly string[]): Plugin {
  return {
    name: 'beside-index',
    setup: ({ onResolve }) => {
      onResolve({ filter: new RegExp(`/(${names.join('|')})\\.ts$`) }, ({ kind, path }) =>
        kind === 'dynamic-import'
          ? { path: path.replace(/^.*\/(.*)\.ts$/, './$1.cjs'), external: true }
          : undefined,
      )
    },
  }
}

/** Leaves the ABI coder, which the library has too, to its file: viem's would be in each entry again. */
function abiBeside(): Plugin {
  return {
    name: 'abi-beside',
    setup: ({ onResolve }) => {
      onResolve({ filter: /\/wallet\/abi\.ts$/ }, () => ({ path: './abi.cjs', external: true }))
    },
  }
}

/** Leaves the module that holds the WebAssembly of QuickJS to a file beside. */
function quickJsBeside(): Plugin {
  return {
    name: 'quick-js-beside',
    setup: ({ onResolve }) => {
      onResolve({ filter: /\/emscripten-module$/ }, () => ({
        path: './quickJs.cjs',
        external: true,
      }))
    },
  }
}

/** Leaves out a third of the SDK of MCP: Ajv, and what it works with. */
function withoutAjv(): Plugin {
  const standIn = join(root, 'scripts/standIns/ajvProvider.ts')
  return {
    name: 'without-ajv',
    setup: ({ onResolve }) => {
      onResolve({ filter: /\/validation\/ajv-provider\.js$/ }, () => ({ path: standIn }))
    },
  }
}

/** Leaves `import '../index.ts'` of what is for test runners to the file beside it: one library for both kinds of modules. */
function indexBeside(path: string): Plugin {
  return {
    name: 'index-beside',
    setup: ({ onResolve }) => {
      onResolve({ filter: /^(\.\.\/)+index\.ts$/ }, () => ({ path, external: true }))
    },
  }
}

/** Whether a source, by its path in `src`, is for test runners and clients, and so works with the user's own copies. */
function isForUsers(path: string): boolean {
  return path.startsWith('testing/') || path.startsWith('provider/viem/')
}

/** Leaves to the user's own copies the packages that what is for test runners and clients works with. */
function ofTheUser(): Plugin {
  return {
    name: 'of-the-user',
    setup: ({ onResolve }) => {
      onResolve({ filter: /^[^.]/ }, ({ path, importer }) =>
        isOfUser(path, importer) ? { path, external: true } : undefined,
      )
    },
  }
}

function isOfUser(imported: string, importer: string): boolean {
  return (
    packageOf(imported) in peerDependencies && isForUsers(relative(join(root, 'src'), importer))
  )
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
