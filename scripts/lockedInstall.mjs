// Installs a package of the repository that has a lock file of its own, from there.
// Plain JavaScript without imports from npm, since it runs before anything is installed.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** How npm says that there is no way to the registry. */
const unreachable =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED)\b/
/** Longer than any install on a line that works, short of what CI allows. */
const installTimeoutMs = 240_000

/** Whether what npm says it has installed in the current folder is what the lock file wants. */
export function isInstalled() {
  const installed = packagesOf('node_modules/.package-lock.json')
  const wanted = packagesOf('package-lock.json')
  if (installed === undefined) return false
  return Object.entries(wanted).every(
    ([path, { version, optional, peer, link }]) =>
      path === '' || link || optional || peer || installed[path]?.version === version,
  )
}

/**
 * Installs what the lock file of the current folder wants; `name` begins what is printed. Ends the process
 * with status 0 when the registry cannot be reached.
 */
export function install(name) {
  console.error(`${name}: installing …`)
  // What packages do when installed is to build or to fetch what is in them already.
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status, stderr, error } = spawnSync('npm', args, {
    encoding: 'utf8',
    stdio: ['ignore', 2, 'pipe'],
    timeout: installTimeoutMs,
  })
  if (status === 0) return
  console.error(stderr)
  if (error?.code === 'ETIMEDOUT' || unreachable.test(stderr)) {
    console.error(`${name}: SKIPPED, since the registry of npm cannot be reached`)
    process.exit(0)
  }
  process.exit(1)
}

function packagesOf(lockFile) {
  return existsSync(lockFile) ? JSON.parse(readFileSync(lockFile, 'utf8')).packages : undefined
}
