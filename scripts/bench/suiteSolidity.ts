// CPU time of a test of a contract (suiteTest.ts) with compiled contracts at hand and nothing failing,
// with a gas report and with coverage, as shares of that without: all in one process, in short turns.
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createDevnet } from '../../src/index.ts'
import type { DevnetOptions } from '../../src/types/options/options.ts'
import { goal } from './goal.ts'
import { percentile } from './percentile.ts'
import { alice, suiteCalls } from './suiteCalls.ts'
import { runSuiteTest } from './suiteTest.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '60' },
    loops: { type: 'string', default: '10' },
  },
})
const folder = mkdtempSync(join(tmpdir(), 'preconf-bench-'))
const fixtures = join(import.meta.dirname, '../../fixtures')

async function target(name: string, options: DevnetOptions) {
  const { provider, close } = await createDevnet({ mining: 'auto', ...options })
  const ask = (method: string, params: readonly unknown[]) => provider.request({ method, params })
  const turn = async (): Promise<number> => {
    const before = process.cpuUsage()
    for (let loop = 0; loop < Number(values.loops); loop++) {
      await runSuiteTest(ask, alice, suiteCalls)
    }
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000 / Number(values.loops)
  }
  return { name, turn, close, cpuMs: [] as number[] }
}

const plain = await target('without', { artifacts: false })
const targets = [
  plain,
  await target('with artifacts', { artifacts: [fixtures] }),
  await target('with a gas report', { artifacts: [fixtures], gasReport: true }),
  await target('with coverage', { artifacts: [fixtures], coverage: join(folder, 'coverage') }),
]
for (let warm = 0; warm < 10; warm++) for (const { turn } of targets) await turn()
for (let round = 0; round < Number(values.rounds); round++) {
  // Each is first as often as the others: garbage of one is collected in the turn of the next.
  const order = targets.map((_, at) => targets[(at + round) % targets.length] ?? plain)
  for (const { turn, cpuMs } of order) cpuMs.push(await turn())
}
for (const { close } of targets) await close()
rmSync(folder, { recursive: true, force: true })

console.log(
  `medians of ${values.rounds} turns of ${values.loops} tests, load average ${loadavg()[0]?.toFixed(1)}`,
)
const base = percentile(plain.cpuMs, 0.5)
for (const { name, cpuMs } of targets) {
  console.log(`${name.padEnd(20)} ${percentile(cpuMs, 0.5).toFixed(2)} ms of CPU a test`)
}
const most = { 'with artifacts': 1.02, 'with coverage': 1.15 }
for (const { name, cpuMs } of targets) {
  const bound = most[name as keyof typeof most]
  if (bound !== undefined) goal(name, percentile(cpuMs, 0.5) / base, bound, 'x the CPU time')
}
