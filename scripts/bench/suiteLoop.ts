// How often per second a test of a contract runs through (suiteTest.ts): in process and over HTTP, and with
// `--anvil PATH` on Anvil over HTTP; on Hardhat 3 in process where `npm run test:suites` has installed it.
// All take turns in one run. `--profile FOLDER` writes a CPU profile of the in-process one there.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { httpClient } from './client.ts'
import { goalAtLeast } from './goal.ts'
import { startInProcess } from './inProcess.ts'
import { newerNode, suites } from './newerNode.ts'
import { percentile } from './percentile.ts'
import { type Server, startAnvil, startCommand } from './servers.ts'
import { alice, suiteCalls } from './suiteCalls.ts'
import { repeatSuiteTest } from './suiteTest.ts'

const { values } = parseArgs({
  options: {
    anvil: { type: 'string' },
    profile: { type: 'string' },
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '2' },
  },
})
const turnMs = Number(values.seconds) * 1000

interface Turn {
  readonly loops: number
  readonly ms: number
}

/** A node and a way to it. */
interface Target {
  readonly name: string
  turn(ms: number): Promise<Turn>
  /** CPU time of the node's process so far. */
  cpuMs(): number
  stop(): Promise<void>
}

function overHttp(name: string, server: Server): Target {
  const client = httpClient(server.url, 1)
  return {
    name,
    turn: async (ms) => {
      const startedMs = performance.now()
      const loops = await repeatSuiteTest(client.request, alice, suiteCalls, ms)
      return { loops, ms: performance.now() - startedMs }
    },
    cpuMs: server.cpuMs,
    stop: () => {
      client.close()
      return server.stop()
    },
  }
}

async function inProcess(
  name: string,
  node: 'preconf' | 'hardhat',
  flags: readonly string[] = [],
): Promise<Target> {
  return { name, ...(await startInProcess<number, Turn>('suiteProcess.ts', node, flags)) }
}

const hasHardhat =
  newerNode !== undefined && existsSync(join(suites, 'hardhat3/node_modules/hardhat'))
const profiling =
  values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`]

const targets = [
  await inProcess('preconf in process', 'preconf', profiling),
  overHttp('preconf over HTTP', await startCommand(['--mining', 'auto'])),
]
if (values.anvil !== undefined) {
  targets.push(overHttp('anvil over HTTP', await startAnvil(values.anvil)))
}
if (hasHardhat) targets.push(await inProcess('hardhat 3 in process', 'hardhat'))
else console.log('without Hardhat 3: `npm run test:suites` installs it')

const measured = targets.map((target) => ({
  target,
  perSecond: [] as number[],
  cpuMs: [] as number[],
}))
try {
  // Until the engines have compiled what is used.
  for (const target of targets) await target.turn(2 * turnMs)
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const { target, perSecond, cpuMs } of measured) {
      const before = target.cpuMs()
      const { loops, ms } = await target.turn(turnMs)
      perSecond.push((loops / ms) * 1000)
      cpuMs.push((target.cpuMs() - before) / loops)
    }
  }
} finally {
  for (const target of targets) await target.stop()
}

const medians = measured.map(({ target, perSecond, cpuMs }) => ({
  name: target.name,
  perSecond: percentile(perSecond, 0.5),
  cpuMs: percentile(cpuMs, 0.5),
}))
const reference = medians.find(({ name }) => name.startsWith('anvil'))
console.log(
  `snapshot, deployment, 10 transfers with receipts, 3 calls, 1 getLogs, revert; ` +
    `medians of ${values.rounds} turns of ${values.seconds} s`,
)
for (const { name, perSecond, cpuMs } of medians) {
  const ratio =
    reference === undefined
      ? ''
      : `  ${(perSecond / reference.perSecond).toFixed(2)} x anvil's rate`
  const cpu = `${cpuMs.toFixed(1).padStart(6)} ms of CPU each`
  console.log(`${name.padEnd(22)} ${perSecond.toFixed(1).padStart(7)} per second ${cpu}${ratio}`)
}

const ours = medians.find(({ name }) => name === 'preconf over HTTP')
if (reference !== undefined && ours !== undefined)
  goalAtLeast(`${ours.name}, CPU time`, reference.cpuMs / ours.cpuMs, 0.9, "x Anvil's speed")
