// How long files of 1, 10 and 50 tests (suiteTest.ts) take from the start of the process to its end, wall and CPU
// time: of preconf in process and over HTTP, with `--anvil PATH` of Anvil over HTTP, and with `--hardhat DIR` of the
// Hardhat 3 that is installed there, in process. All take turns, and the best of the rounds counts, as whatever else
// the machine does only adds. Ends with 1 if a goal is missed by more than 15 %. Processes run on the Node that runs
// this: `PATH=/node22/bin:$PATH npm run bench -- short-suite`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { httpClient } from './client.ts'
import { environment } from './environment.ts'
import { goal } from './goal.ts'
import { type Server, startAnvil, startCommand } from './servers.ts'
import { alice, suiteCalls } from './suiteCalls.ts'
import { runSuiteTest } from './suiteTest.ts'

const { values } = parseArgs({
  options: {
    anvil: { type: 'string' },
    hardhat: { type: 'string' },
    rounds: { type: 'string', default: '5' },
  },
})
const counts = [1, 10, 50] as const
interface Taken {
  readonly wallMs: number
  readonly cpuMs: number
}
type Run = (tests: number) => Promise<Taken>

const folder = mkdtempSync(join(tmpdir(), 'preconf-short-suite-'))
const callsFile = join(folder, 'calls.json')
const suiteTest = join(folder, 'suiteTest.mjs')
writeFileSync(callsFile, JSON.stringify({ from: alice, calls: suiteCalls }))
await build({ entryPoints: [join(import.meta.dirname, 'suiteTest.ts')], outfile: suiteTest })

const { anvil, hardhat } = values
const targets = {
  'preconf in process': inProcess('preconf', join(import.meta.dirname, '../../dist/index.js')),
  'preconf over HTTP': overHttp(() => startCommand(['--mining', 'auto'])),
  ...(anvil !== undefined && { 'anvil over HTTP': overHttp(() => startAnvil(anvil)) }),
  ...(hardhat !== undefined && {
    'hardhat 3 in process': inProcess(
      'hardhat',
      join(hardhat, 'node_modules/hardhat/dist/src/hre.js'),
    ),
  }),
} satisfies Record<string, Run>

const best = new Map<string, Taken>()
try {
  // What an earlier start has left in caches is there for all.
  for (const run of Object.values(targets)) await run(1)
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const tests of counts) {
      for (const [name, run] of Object.entries(targets)) {
        const key = `${name} ${tests}`
        best.set(key, better(await run(tests), best.get(key)))
      }
    }
  }
} finally {
  rmSync(folder, { recursive: true })
}

console.log(
  `a test: snapshot, deployment, 10 transfers with receipts, 3 calls, 1 getLogs, revert; wall / CPU time in ms, ` +
    `best of ${values.rounds}; Node ${process.versions.node}`,
)
for (const name of Object.keys(targets)) {
  const cells = counts.map((tests) => {
    const { wallMs, cpuMs } = taken(name, tests)
    return `${tests}: ${wallMs.toFixed(0)} / ${cpuMs.toFixed(0)}`.padEnd(18)
  })
  console.log(`${name.padEnd(22)} ${cells.join('')}`)
}

if (anvil !== undefined) {
  for (const tests of [10, 50]) {
    const { wallMs } = taken('anvil over HTTP', tests)
    goal(
      `${tests} in process, wall`,
      taken('preconf in process', tests).wallMs / wallMs,
      1,
      'x anvil',
    )
  }
  for (const [tests, most] of [
    [10, 2.5],
    [50, 1.5],
  ] as const) {
    const { cpuMs } = taken('anvil over HTTP', tests)
    goal(
      `${tests} over HTTP, CPU`,
      taken('preconf over HTTP', tests).cpuMs / cpuMs,
      most,
      'x anvil',
    )
  }
}
if (hardhat !== undefined) {
  for (const tests of [10, 50]) {
    const { cpuMs } = taken('hardhat 3 in process', tests)
    goal(
      `${tests} in process, CPU`,
      taken('preconf in process', tests).cpuMs / cpuMs,
      0.6,
      'x hardhat 3',
    )
  }
}

function taken(name: string, tests: number): Taken {
  const found = best.get(`${name} ${tests}`)
  if (found === undefined) throw new Error(`${name} was not measured`)
  return found
}

function better(now: Taken, before = now): Taken {
  return {
    wallMs: Math.min(now.wallMs, before.wallMs),
    cpuMs: Math.min(now.cpuMs, before.cpuMs),
  }
}

/** From the start of a process to its end. */
function inProcess(node: 'preconf' | 'hardhat', path: string): Run {
  return async (tests) => {
    const [script, nodeUrl, suiteTestUrl] = [
      join(import.meta.dirname, 'shortSuiteProcess.mjs'),
      pathToFileURL(path).href,
      pathToFileURL(suiteTest).href,
    ]
    const before = now()
    const args = [script, node, nodeUrl, suiteTestUrl, callsFile, String(tests)]
    const child = spawn(process.execPath, args, {
      stdio: 'inherit',
      cwd: hardhat,
      env: environment(),
    })
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`the process of ${node} ended with code ${code}`)
    return since(before)
  }
}

/** From the start of the server to the last answer; its CPU time to its end. */
function overHttp(start: () => Promise<Server>): Run {
  return async (tests) => {
    const before = now()
    const server = await start()
    const client = httpClient(server.url, 1)
    for (let test = 0; test < tests; test++) await runSuiteTest(client.request, alice, suiteCalls)
    const { wallMs } = since(before)
    client.close()
    await server.stop()
    return { wallMs, cpuMs: since(before).cpuMs }
  }
}

function now(): Taken {
  return { wallMs: performance.now(), cpuMs: cpuOfEndedMs() }
}

function since(before: Taken): Taken {
  return { wallMs: performance.now() - before.wallMs, cpuMs: cpuOfEndedMs() - before.cpuMs }
}

/** CPU time of all processes that this one has started and that have ended; Linux only. */
function cpuOfEndedMs(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[13]) + Number(fields[14])) * 10
}
