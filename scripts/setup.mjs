// Runs before `npm start` and `npm test`: installs the dependencies and builds, each only when something changed.
// Plain JavaScript without imports from npm, since it runs before anything is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
process.chdir(root)

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`preconf needs Node 20.19 or newer, this is ${process.versions.node}`)
  process.exit(1)
}

step('install', ['package.json', 'package-lock.json'], 'node_modules', () =>
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']),
)
step('build', ['src', 'scripts/build.ts', 'package.json', 'package-lock.json'], 'dist', () =>
  run(process.execPath, ['node_modules/tsx/dist/cli.mjs', 'scripts/build.ts']),
)

/** Does `work` unless its result is there and was made from the same inputs. */
function step(name, inputs, result, work) {
  const stamp = join(result, '.preconf-setup')
  const digest = digestOf(inputs)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return
  console.error(`preconf: ${name} …`)
  work()
  mkdirSync(result, { recursive: true })
  writeFileSync(stamp, digest)
}

function run(command, args) {
  // npm is a script on Windows, which only a shell finds.
  const shell = command === 'npm' && process.platform === 'win32'
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 2, 2], shell })
  if (error !== undefined)
    console.error(`preconf: ${command} could not be started: ${error.message}`)
  if (status !== 0) process.exit(status ?? 1)
}

function digestOf(paths) {
  const hash = createHash('sha256').update(process.version)
  for (const path of paths.flatMap(filesIn))
    hash.update(path).update('\0').update(readFileSync(path))
  return hash.digest('hex')
}

function filesIn(path) {
  const entries = existsSync(path) && readdirSafe(path)
  if (!entries) return existsSync(path) ? [path] : []
  return entries.sort().flatMap((entry) => filesIn(join(path, entry)))
}

function readdirSafe(path) {
  try {
    return readdirSync(path)
  } catch {
    return undefined
  }
}
