// Packs the package, installs it into the example projects and runs their tests: `npm run test:examples`.
//   npm run test:examples -- vitest-viem --times 20   one of them, again and again
//   node test/examples/run.mjs --lock                 writes the lock file anew
// Plain JavaScript without imports from npm, since it runs before anything is installed.
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { install, isInstalled } from '../../scripts/lockedInstall.mjs'

const folder = dirname(fileURLToPath(import.meta.url))
const root = join(folder, '../..')
const tarball = join(folder, 'preconf.tgz')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const testTimeoutMs = 600_000

/** For runners whose own limits, of 5 s or 30 s a test, do not hold on a slow machine. */
const patience = {
  'jest-ethers': ['--', '--testTimeout=120000'],
  playwright: ['--', '--timeout=120000'],
  'vitest-viem': ['--', '--testTimeout=120000'],
  wagmi: ['--', '--testTimeout=120000'],
}

// As in test/support/chromium.ts.
const chromiums = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]
const chromium = chromiums.find((path) => existsSync(path))

process.chdir(folder)
const { names, times, writesLock } = readArguments(process.argv.slice(2))
pack()
if (writesLock) lock()
if (isInstalled()) unpack()
else install('examples')
const failed = names.filter((name) => !passes(name))
if (failed.length > 0) {
  console.error(`examples: FAILED: ${failed.join(', ')}`)
  process.exit(1)
}

function readArguments(words) {
  const { workspaces } = JSON.parse(readFileSync('package.json', 'utf8'))
  const at = words.indexOf('--times')
  const [, times = '1'] = at < 0 ? [] : words.splice(at, 2)
  const names = words.filter((word) => !word.startsWith('--'))
  const unknown = names.filter((name) => !workspaces.includes(name))
  if (unknown.length > 0) throw new Error(`no such example: ${unknown.join(', ')}`)
  return {
    names: names.length === 0 ? workspaces : names,
    times: Number(times),
    writesLock: words.includes('--lock'),
  }
}

function pack() {
  const args = ['pack', '--ignore-scripts', '--loglevel=error', '--pack-destination', folder]
  mustRun('npm', args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  renameSync(join(folder, `preconf-${version}.tgz`), tarball)
}

/** The packed package changes with each build: its hash is not for the lock file. */
function lock() {
  mustRun('npm', ['install', '--package-lock-only', '--ignore-scripts', '--loglevel=error'])
  const file = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  delete file.packages['node_modules/preconf'].integrity
  writeFileSync('package-lock.json', `${JSON.stringify(file, undefined, 2)}\n`)
}

/** What npm does with a package that depends on nothing. */
function unpack() {
  const target = 'node_modules/preconf'
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target)
  mustRun('tar', ['-xzf', tarball, '--strip-components=1', '-C', target])
}

/** Whether the types and the tests of a project are right, each time. */
function passes(name) {
  if (name === 'playwright' && chromium === undefined) {
    console.error(
      `examples: ${name}: SKIPPED, since there is no Chromium: apt-get install -y chromium-headless-shell`,
    )
    return true
  }
  // As the README tells users.
  cpSync('node_modules/preconf/fixtures', join(name, 'fixtures'), { recursive: true })
  const tsc = join(root, 'node_modules/@typescript/native/bin/tsc')
  const isTyped = existsSync(join(name, 'tsconfig.json'))
  if (isTyped && !succeeds(process.execPath, [tsc, '-p', name])) return false
  const env = { ...process.env, CHROMIUM_PATH: chromium }
  if (name === 'testcontainers') {
    // Its image is built from its own folder.
    cpSync(tarball, join(name, 'preconf.tgz'))
    env.PRECONF = '/context/preconf.tgz'
  }
  let failures = 0
  for (let run = 0; run < times; run++) {
    const options = { cwd: name, timeout: testTimeoutMs, env }
    if (!succeeds('npm', ['test', '--silent', ...(patience[name] ?? [])], options)) failures++
  }
  const result = failures === 0 ? 'ok' : `${failures} FAILED`
  console.error(`examples: ${name}: ${times} times, ${result}`)
  return failures === 0
}

function mustRun(command, args, options) {
  if (!succeeds(command, args, options)) process.exit(1)
}

function succeeds(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', ...options })
  if (error !== undefined) console.error(`examples: ${command}: ${error.message}`)
  return status === 0
}
