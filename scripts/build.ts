// Builds the package into dist/: bundles for `import`, `require` and the command, and the types of the public API.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import { thirdPartyNotices } from './notices.ts'

const root = join(import.meta.dirname, '..')
process.chdir(root)
// What does not compile leaves the last build as it was.
const declarations = compileDeclarations()
rmSync('dist', { recursive: true, force: true })

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

const shared = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  legalComments: 'none',
  minifySyntax: true,
  minifyWhitespace: true,
  keepNames: true,
  logLevel: 'warning',
  metafile: true,
  define: { PRECONF_VERSION: JSON.stringify(version) },
} satisfies BuildOptions

const bundles = await Promise.all([
  build({
    ...shared,
    entryPoints: { index: 'src/index.ts', cli: 'src/cli/main.ts' },
    outdir: 'dist',
    format: 'esm',
    splitting: true,
    chunkNames: '[name]-[hash]',
    plugins: [besideIndex('kzgLibrary'), plainWidths()],
    // What is CommonJS among the bundled packages asks for Node's own modules by `require`.
    banner: {
      js: "import{createRequire as preconfRequire}from'node:module';const require=preconfRequire(import.meta.url);",
    },
  }),
  // Jest runs CommonJS only: one file, and beside it for both the blob cryptography, megabytes that few need.
  build({
    ...shared,
    entryPoints: { index: 'src/index.ts', kzgLibrary: 'src/evm/kzgLibrary.ts' },
    outdir: 'dist',
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    supported: { 'dynamic-import': false },
    plugins: [besideIndex('kzgLibrary')],
  }),
])
chmodSync('dist/cli.js', 0o755)
write('dist/THIRD-PARTY-NOTICES.txt', thirdPartyNotices(bundles.map(({ metafile }) => metafile)))
writeTypes(join(declarations, 'src'))
rmSync(declarations, { recursive: true })

/** Leaves `import('./<name>.ts')` to the file of that name beside the bundle. */
function besideIndex(name: string): Plugin {
  return {
    name: 'beside-index',
    setup: ({ onResolve }) => {
      onResolve({ filter: new RegExp(`/${name}\\.ts$`) }, ({ kind }) =>
        kind === 'dynamic-import' ? { path: `./${name}.cjs`, external: true } : undefined,
      )
    },
  }
}

/**
 * Lets yargs measure its help by letters. What it measures with by default knows every emoji, and takes
 * longer to load than all of yargs, at each start with a flag.
 */
function plainWidths(): Plugin {
  const namespace = 'plain-widths'
  return {
    name: namespace,
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /^string-width$/ }, ({ path }) => ({ path, namespace }))
      onLoad({ filter: /.*/, namespace }, () => ({
        contents: 'export default (text) => text.length',
      }))
    },
  }
}

/** Where the declarations of the sources are. */
function compileDeclarations(): string {
  const folder = mkdtempSync(join(tmpdir(), 'preconf-types-'))
  const tsc = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--outDir', folder]
  const { status } = spawnSync(process.execPath, tsc, { stdio: 'inherit' })
  if (status !== 0) {
    rmSync(folder, { recursive: true })
    process.exit(1)
  }
  return folder
}

/** Keeps of all declarations those that index.d.ts leads to, once for `import` and once for `require`. */
function writeTypes(source: string): void {
  const reached = new Set<string>()
  const queue = ['index.d.ts']
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (reached.has(file)) continue
    reached.add(file)
    const text = readFileSync(join(source, file), 'utf8')
    for (const [, path] of text.matchAll(/from '(\.[^']*)\.ts'|import\("(\.[^"]*)\.ts"\)/g)) {
      queue.push(join(dirname(file), `${path}.d.ts`))
    }
    for (const [, name] of text.matchAll(/from '([^.'][^']*)'/g)) {
      throw new Error(`the public types must stand alone, but ${file} imports ${name}`)
    }
    write(join('dist/types', file), text.replaceAll(/(['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2'))
    write(
      join('dist/types', file.replace(/\.d\.ts$/, '.d.cts')),
      text.replaceAll(/(['"]\.[^'"]*)\.ts(['"])/g, '$1.cjs$2'),
    )
  }
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
