// Installs this package when something changed, and runs its tests: `npm run test:suites`.
//   node test/suites/run.mjs install   installs only
// Plain JavaScript without imports from npm, since it runs before anything is installed.
import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { install, isInstalled } from '../../scripts/lockedInstall.mjs'

const testTimeoutMs = 1_200_000

process.chdir(dirname(fileURLToPath(import.meta.url)))
if (process.platform !== 'linux' || process.arch !== 'x64') {
  console.error('suites: SKIPPED, since the programs that they run are those for Linux on x64')
  process.exit(0)
}
if (!isInstalled()) install('suites')
if (process.argv[2] === 'install') process.exit()
run('tsc', ['../../node_modules/@typescript/native/bin/tsc', '-p', '.'])
run('tests', ['node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)])

function run(name, args) {
  const { status, error } = spawnSync(process.execPath, args, {
    stdio: 'inherit',
    timeout: testTimeoutMs,
  })
  if (error !== undefined) console.error(`suites: ${name}: ${error.message}`)
  if (status !== 0) process.exit(status ?? 1)
}
