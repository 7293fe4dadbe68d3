// Runs the property tests with many more runs, then the long runs and attacks on memory, compiles and runs uses of the
// package under other versions and runtimes, then fuzzes the EVM, on a seed that is another each day:
// `npm run test:nightly -- [--seed N] [--factor N] [--cases N] [PATH...]`. It prints the seed, which makes the
// same run again; with paths only the property tests there.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const root = join(import.meta.dirname, '..')

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: new Date().toISOString().slice(0, 10).replaceAll('-', '') },
    factor: { type: 'string', default: '25' },
    cases: { type: 'string', default: '100000' },
  },
})
const seed = wholeNumber('seed')
const factor = wholeNumber('factor')
const cases = wholeNumber('cases')

console.log(
  `seed ${seed}: ${factor} times as many runs of each property, ${cases} cases of the EVM`,
)
const arePassed = [
  run(['node_modules/vitest/vitest.mjs', 'run', ...tests()], {
    PRECONF_NIGHTLY_SEED: String(seed),
    PRECONF_NIGHTLY_FACTOR: String(factor),
  }),
  positionals.length > 0 || run(['--expose-gc', '--import', 'tsx', 'scripts/longRuns.ts']),
  positionals.length > 0 || run(['--import', 'tsx', 'scripts/memoryAttacks.ts']),
  positionals.length > 0 || run(['--import', 'tsx', 'scripts/typesMatrix.ts']),
  positionals.length > 0 || run(['--import', 'tsx', 'scripts/runtimeMatrix.ts']),
  // Each day has cases of its own; a case is a number of 31 bits.
  positionals.length > 0 ||
    run(['--import', 'tsx', 'scripts/fuzzEvm.ts', `${cases}`, `${(seed * 100_000) % 2 ** 31}`]),
]
if (arePassed.includes(false)) {
  console.log(`\nto run the same again: npm run test:nightly -- --seed ${seed} --factor ${factor}`)
  process.exitCode = 1
}

/** The property tests: the files whose seeds follow the night's. */
function tests(): readonly string[] {
  if (positionals.length > 0) return positionals
  return readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts') && !/^(?:suites|examples)\b/.test(path))
    .map((path) => `test/${path}`)
    .filter((path) => /from '.*\/support\/runs\.ts'/.test(readFileSync(join(root, path), 'utf8')))
}

function run(args: readonly string[], environment: Readonly<Record<string, string>> = {}): boolean {
  console.log(`\n── node ${args.slice(0, 5).join(' ')}${args.length > 5 ? ' …' : ''}`)
  const env = { ...process.env, ...environment }
  return spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' }).status === 0
}

function wholeNumber(name: keyof typeof values): number {
  const text = values[name]
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new Error(`--${name} ${text}: give a whole number from 1 to 999999999`)
}
