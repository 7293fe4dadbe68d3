// Compiles uses of the packed package with TypeScript 5.0 to 7, by three ways of module resolution and beside several
// sets of installed clients, without `skipLibCheck` and with the library of ES2020: `npm run matrix:types`. npm has the
// compilers. Prints a table, and the errors in this package; those in the types of other packages are not counted.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { columns, makeProject } from './matrix/projects.ts'
import { packPackage } from './packPackage.ts'

const root = join(import.meta.dirname, '..')

/** The versions of the compiler that npm has. */
const versions = ['5.0', '5.4', '5.9', '6', '7'] as const
type Version = (typeof versions)[number]

const resolutions = {
  node10: { module: 'commonjs', moduleResolution: 'node10' },
  node16: { module: 'node16', moduleResolution: 'node16' },
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
} as const
type Resolution = keyof typeof resolutions

/** Packages beside it, and entries that need none of the others. */
interface Surrounding {
  readonly packages: readonly string[]
  readonly has: (entry: string) => boolean
}

const surroundings: Readonly<Record<string, Surrounding>> = {
  nothing: { packages: [], has: (entry) => !/vitest|jest|playwright/.test(entry) },
  vitest: { packages: ['vitest'], has: (entry) => !/jest|playwright/.test(entry) },
  'all clients': {
    packages: [
      'vitest',
      'viem',
      'ethers',
      '@playwright/test',
      '@jest/globals',
      'jest-environment-node',
    ],
    has: () => true,
  },
}

const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly exports: Readonly<Record<string, unknown>>
}
const allEntries = Object.entries(exports)
  .filter(([, target]) => typeof target === 'object')
  .map(([path]) => path.replace('.', 'preconf'))

/** A program that imports each entry, and uses types, which must not be any. */
function programOf(entries: readonly string[]): string {
  return `
${entries.map((entry, index) => `import * as entry${index} from '${entry}'`).join('\n')}
import { createDevnet } from 'preconf'
export const all = [${entries.map((_, index) => `entry${index}`).join(', ')}]
export async function seal(): Promise<bigint> {
  const devnet = await createDevnet({ blockTime: '500ms', mining: 'interval' })
  // @ts-expect-error these are types, and not any
  await createDevnet({ mining: 'never' })
  const { number } = await devnet.seal()
  await devnet.close()
  return number
}
`
}

/** A module and, where the resolution knows the difference, a CommonJS module, which cannot import what is for pages. */
const programs = { 'user.ts': 'esm', 'user.mts': 'esm', 'user.cts': 'cjs' } as const

const folder = mkdtempSync(join(tmpdir(), 'preconf-types-'))
try {
  const compilers = join(folder, 'compilers')
  makeProject(compilers, ...versions.map((version) => `ts-${version}@npm:typescript@${version}`))
  const { tarball } = packPackage(root, folder)
  const rows: string[][] = []
  let hasFailed = false
  for (const [name, surrounding] of Object.entries(surroundings)) {
    const project = projectWith(name.replace(' ', '-'), tarball, surrounding)
    for (const resolution of Object.keys(resolutions) as Resolution[]) {
      const cells = versions.map((version) => {
        const errors = compile(project, compilers, version, resolution)
        if (errors === undefined) return '–'
        for (const error of errors) console.log(`${version} ${resolution}, ${name}: ${error}`)
        hasFailed ||= errors.length > 0
        return errors.length === 0 ? 'yes' : `${errors.length} errors`
      })
      rows.push([name, resolution, ...cells])
    }
  }
  console.log(columns([['beside it', 'resolution', ...versions], ...rows]))
  console.log('–: there is no such resolution in this version')
  if (hasFailed) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true })
}

function projectWith(name: string, tarball: string, { packages, has }: Surrounding): string {
  const project = join(folder, name)
  makeProject(project, '--offline', tarball)
  for (const linked of ['@types/node', ...packages]) {
    const path = join(project, 'node_modules', linked)
    mkdirSync(dirname(path), { recursive: true })
    symlinkSync(join(root, 'node_modules', linked), path, 'junction')
  }
  const entries = allEntries.filter(has)
  const forNode = entries.filter((entry) => entry !== 'preconf/browser')
  for (const [file, kind] of Object.entries(programs)) {
    writeFileSync(join(project, file), programOf(kind === 'cjs' ? forNode : entries))
  }
  return project
}

/** Returns the errors in the package and in the program; none where the version has no such resolution. */
function compile(
  project: string,
  compilers: string,
  version: Version,
  resolution: Resolution,
): readonly string[] | undefined {
  if (resolution === 'node10' && version === '7') return undefined
  const compilerOptions = {
    ...resolutions[resolution],
    ...(version === '6' && { ignoreDeprecations: '6.0' }),
    target: 'es2020',
    lib: ['es2020'],
    strict: true,
    exactOptionalPropertyTypes: true,
    types: [],
    noEmit: true,
    skipLibCheck: false,
  }
  const files = resolution === 'node16' ? ['user.mts', 'user.cts'] : ['user.ts']
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  const compiler = join(compilers, 'node_modules', `ts-${version}`, 'bin/tsc')
  const { stdout, status, signal } = spawnSync(process.execPath, [compiler, '-p', '.'], {
    cwd: project,
    encoding: 'utf8',
  })
  const lines = stdout.split('\n')
  const own = lines.filter((line) => /^(?:user\.[cm]?ts|node_modules\/preconf\/|error )/.test(line))
  // A compiler that breaks off prints no error of ours.
  const hasBroken = status !== 0 && !lines.some((line) => line.includes(': error TS'))
  return hasBroken ? [`ended with ${signal ?? status}`, ...own] : own
}
