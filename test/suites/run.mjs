// Installs this package when something changed, and runs its tests: `npm run test:suites`.
// Plain JavaScript without imports from npm, since it runs before anything is installed.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

// How npm says that there is no way to the registry.
const unreachable =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED)\b/
// Longer than any install on a line that works, short of what CI allows.
const installTimeoutMs = 240_000
const testTimeoutMs = 420_000

process.chdir(dirname(fileURLToPath(import.meta.url)))
if (process.platform !== 'linux' || process.arch !== 'x64') {
  console.error('suites: SKIPPED, since the programs that they run are those for Linux on x64')
  process.exit(0)
}
if (!isInstalled()) install()
run('tsc', ['../../node_modules/typescript/bin/tsc', '-p', '.'])
run('tests', ['node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)])

/** Whether what npm says it has installed is what the lock file wants. */
function isInstalled() {
  const installed = packagesOf('node_modules/.package-lock.json')
  const wanted = packagesOf('package-lock.json')
  if (installed === undefined) return false
  return Object.entries(wanted).every(
    ([path, { version, optional, peer, link }]) =>
      path === '' || link || optional || peer || installed[path]?.version === version,
  )
}

function packagesOf(lockFile) {
  return existsSync(lockFile) ? JSON.parse(readFileSync(lockFile, 'utf8')).packages : undefined
}

function install() {
  console.error('suites: installing …')
  // What they do when installed is to build or to fetch what is in packages already.
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status, stderr, error } = spawnSync('npm', args, {
    encoding: 'utf8',
    stdio: ['ignore', 2, 'pipe'],
    timeout: installTimeoutMs,
  })
  if (status === 0) return
  console.error(stderr)
  if (error?.code === 'ETIMEDOUT' || unreachable.test(stderr)) {
    console.error('suites: SKIPPED, since the registry of npm cannot be reached')
    process.exit(0)
  }
  process.exit(1)
}

function run(name, args) {
  const { status, error } = spawnSync(process.execPath, args, {
    stdio: 'inherit',
    timeout: testTimeoutMs,
  })
  if (error !== undefined) console.error(`suites: ${name}: ${error.message}`)
  if (status !== 0) process.exit(status ?? 1)
}
