// First step of `npm start` and `npm test`: installs the dependencies and builds, each only when something changed.
// Not a `pre` script, as npm leaves those out for who has set ignore-scripts.
// `setup.mjs install` installs only, `setup.mjs build` builds in any case.
// Plain JavaScript without imports from npm, since it runs before anything is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const buildInputs = [
  'src',
  'scripts/build.ts',
  'scripts/buildBrowser.ts',
  'scripts/buildInspector.ts',
  'scripts/buildLibrary.ts',
  'scripts/buildTypes.ts',
  'scripts/notices.ts',
  'scripts/quickToLoad.ts',
  'scripts/rawText.ts',
  'scripts/sharedFiles.ts',
  'scripts/standIns',
  'tsconfig.json',
  'tsconfig.build.json',
  'package.json',
  'package-lock.json',
]
const buildStamp = 'dist/.inputs'

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'))
requireNode(20, 19)
const only = process.argv[2]
if (!isInstalled()) install()
if (only !== 'install' && (only === 'build' || !isBuilt())) build()

function requireNode(major, minor) {
  const [ownMajor, ownMinor] = process.versions.node.split('.').map(Number)
  if (ownMajor > major || (ownMajor === major && ownMinor >= minor)) return
  console.error(`preconf needs Node ${major}.${minor} or newer, this is ${process.versions.node}`)
  process.exit(1)
}

/** Whether what npm says it has installed is what the lock file wants. */
function isInstalled() {
  const installed = packagesOf('node_modules/.package-lock.json')
  const wanted = packagesOf('package-lock.json')
  if (installed === undefined || wanted === undefined) return false
  return Object.entries(wanted).every(
    ([path, { version, optional, link }]) =>
      path === '' || link || installed[path]?.version === version || (optional && !installed[path]),
  )
}

function packagesOf(lockFile) {
  return existsSync(lockFile) ? JSON.parse(readFileSync(lockFile, 'utf8')).packages : undefined
}

function install() {
  console.error('preconf: installing …')
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = process.env.npm_execpath
  if (npm !== undefined && basename(npm).startsWith('npm-cli.'))
    run(process.execPath, [npm, ...args])
  // npm is a script on Windows, which only a shell finds.
  else run('npm', args, { shell: process.platform === 'win32' })
}

function isBuilt() {
  return existsSync(buildStamp) && readFileSync(buildStamp, 'utf8') === digestOf(buildInputs)
}

function build() {
  console.error('preconf: building …')
  const digest = digestOf(buildInputs)
  run(process.execPath, ['node_modules/tsx/dist/cli.mjs', 'scripts/build.ts'])
  writeFileSync(buildStamp, digest)
}

/** Runs a program whose output, if any, is for people: the command after this may print for programs. */
function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 2, 2], ...options })
  if (error !== undefined) console.error(`preconf: cannot run ${command}: ${error.message}`)
  if (status !== 0) process.exit(status ?? 1)
}

function digestOf(paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap(filesIn)) {
    hash.update(`${file}\0`).update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((entry) => filesIn(join(path, entry)))
}
