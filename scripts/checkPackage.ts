// Packs the package as it would be published and checks it: what is in it, its size, its entry points, its types.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packPackage } from './packPackage.ts'

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'preconf-package-'))
const allowed =
  /^(?:package\.json|(?:README|CHANGELOG|SECURITY)\.md|LICENSE|dist\/.*\.(?:js|cjs|map|d\.ts|d\.cts|txt)|dist\/(?:inspector\.html|(?:log|scenario)\.schema\.json)|dist\/assets\/.*\.(?:css|png)|docs\/(?:[^/]*\.md|inspector\.png)|fixtures\/(?:scenarios\/)?[^/]*\.(?:json|sol|yaml))$/
// The engine of JavaScript tracers takes 0.3 MB of them, the networks 0.16 MB, the code of Base's contracts 31 kB,
// scenarios with their prices, traffic and searchers 0.2 MB, the protocol of agents 0.06 MB,
// L1 beside L2 0.06 MB, Amsterdam's rules 0.03 MB.
const maxBytes = 4_000_000

try {
  const { tarball, files, bytes } = packPackage(root, folder)
  const surplus = files.filter((file) => !allowed.test(file))
  if (surplus.length > 0) throw new Error(`does not belong into the package: ${surplus.join(', ')}`)
  if (bytes > maxBytes) throw new Error(`${bytes} bytes packed, at most ${maxBytes} are allowed`)
  console.log(`${files.length} files, ${bytes} bytes packed`)
  run('publint/src/cli.js', 'run', tarball, '--strict')
  // Resolution before Node 16 knows no entries beside the first one; and esbuild marks a module of
  // CommonJS that has a default export in a way that this program does not see.
  const rules = ['--profile', 'node16', '--ignore-rules', 'false-export-default']
  // A module for pages, and no CommonJS.
  const exceptions = [...rules, '--exclude-entrypoints', 'browser']
  const attw = '@arethetypeswrong/cli/dist/index.js'
  run(attw, tarball, '--no-definitely-typed', '--no-emoji', ...exceptions)
} finally {
  rmSync(folder, { recursive: true })
}

function run(program: string, ...args: string[]): void {
  execFileSync(process.execPath, [join(root, 'node_modules', program), ...args], {
    stdio: 'inherit',
  })
}
