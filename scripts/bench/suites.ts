// Whole suites over HTTP: four in the shape of those of OpenZeppelin, Safe, Uniswap v3 and account abstraction, on the
// contracts of their npm packages (suitePlays.ts). Each test begins at a snapshot of what all begin with. Each round
// starts a node of its own; wall time and CPU time of the node, from its first request on, medians of all rounds.
// `npm run bench -- suites [--anvil PATH] [--hardhat FOLDER] [--packages FOLDER] [--rounds N] [--only NAME]`; build
// first. Anvil is the program, Hardhat 2 a folder with its configuration. The packages are installed into
// `--packages`, or into a folder of the machine for temporary files.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { httpClient } from './client.ts'
import { goal } from './goal.ts'
import { percentile } from './percentile.ts'
import { type Server, startAnvil, startCommand, startServer } from './servers.ts'
import { SuiteChain } from './suiteChain.ts'
import { artifactsIn, packages, suites } from './suitePlays.ts'

const { values } = parseArgs({
  options: {
    anvil: { type: 'string' },
    hardhat: { type: 'string' },
    packages: { type: 'string', default: join(tmpdir(), 'preconf-suites') },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
  },
})
const { anvil, hardhat } = values

const nodes: Record<string, () => Promise<Server>> = {
  preconf: () => startCommand(['--mining', 'auto']),
}
if (anvil !== undefined) nodes.anvil = () => startAnvil(anvil)
if (hardhat !== undefined) {
  const cli = join(hardhat, 'node_modules/hardhat/internal/cli/bootstrap.js')
  nodes.hardhat = () => startServer(process.execPath, [cli, 'node'], hardhat)
}

install(values.packages)
const artifacts = artifactsIn(values.packages)
for (const [name, suite] of Object.entries(suites)) {
  if (!name.includes(values.only)) continue
  const samples: Record<string, { ms: number; cpuMs: number }[]> = {}
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const [node, start] of Object.entries(nodes)) {
      const server = await start()
      const client = httpClient(server.url, 1)
      try {
        const sample = await measure(server, (method, params) => client.request(method, params))
        samples[node] = [...(samples[node] ?? []), sample]
      } finally {
        client.close()
        await server.stop()
      }
    }
  }

  async function measure(
    server: Server,
    ask: (m: string, p: readonly unknown[]) => Promise<unknown>,
  ) {
    const [startedMs, startedCpuMs] = [performance.now(), server.cpuMs()]
    const tests = await suite(await SuiteChain.of(ask), artifacts)
    let snapshot = await ask('evm_snapshot', [])
    for (const test of tests) {
      await test()
      if ((await ask('evm_revert', [snapshot])) !== true) throw new Error('no revert')
      snapshot = await ask('evm_snapshot', [])
    }
    return { ms: performance.now() - startedMs, cpuMs: server.cpuMs() - startedCpuMs }
  }

  const medianOf = (node: string, measured: 'ms' | 'cpuMs') =>
    percentile(
      (samples[node] ?? []).map((sample) => sample[measured]),
      0.5,
    )
  for (const node of Object.keys(samples)) {
    const [ms, cpu] = [medianOf(node, 'ms').toFixed(0), medianOf(node, 'cpuMs').toFixed(0)]
    console.log(
      `${name.padEnd(20)} ${node.padEnd(8)} ${ms.padStart(6)} ms ${cpu.padStart(6)} ms of CPU`,
    )
  }
  if (samples.hardhat !== undefined) {
    goal(
      `${name}: CPU`,
      medianOf('preconf', 'cpuMs') / medianOf('hardhat', 'cpuMs'),
      0.5,
      "x Hardhat's",
    )
  }
  if (samples.anvil !== undefined) {
    goal(`${name}: wall time`, medianOf('preconf', 'ms') / medianOf('anvil', 'ms'), 1, "x Anvil's")
  }
}

/** Installs the packages into a folder, unless they are there. */
function install(folder: string): void {
  if (existsSync(join(folder, 'node_modules/@account-abstraction/contracts'))) return
  mkdirSync(folder, { recursive: true })
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--no-save']
  const { status } = spawnSync('npm', ['install', ...flags, ...packages], {
    cwd: folder,
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error(`the packages could not be installed into ${folder}`)
}
