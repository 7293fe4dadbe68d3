// What scripts and suites of Hardhat and Anvil do over HTTP, one request after the other: 200 sends, 50
// rounds of snapshot, send and revert, 200 rounds of impersonate, send and stop. Each with a node of its
// own that has answered nothing before, once and twice more; the built command as it is started with
// `--mining auto`, `--compat anvil` and `--compat hardhat`, and with `--anvil PATH` (the program) and
// `--hardhat PATH` (a folder with Hardhat 2 and its configuration) those nodes; all in turn.
// `npm run bench -- scripts [--anvil PATH] [--hardhat PATH] [--rounds N] [--only WORDS] [--command PATH]`;
// the command is another build to measure beside this one.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { httpClient } from './client.ts'
import { percentile } from './percentile.ts'
import { type Server, startServer } from './servers.ts'

const { values } = parseArgs({
  options: {
    anvil: { type: 'string' },
    hardhat: { type: 'string' },
    command: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
  },
})

type Ask = (method: string, ...params: readonly unknown[]) => Promise<unknown>

const alice = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const bob = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const transfer = { to: '0x000000000000000000000000000000000000dead', value: '0x1' }

const scripts: Readonly<Record<string, (ask: Ask) => Promise<void>>> = {
  '200 sends': (ask) =>
    times(200, async () => {
      await ask('eth_sendTransaction', { from: alice, ...transfer })
    }),
  '50 snapshots': (ask) =>
    times(50, async () => {
      const id = await ask('evm_snapshot')
      await ask('eth_sendTransaction', { from: alice, ...transfer })
      await ask('evm_revert', id)
    }),
  '200 impersonations': (ask) =>
    times(200, async () => {
      await ask('hardhat_impersonateAccount', bob)
      await ask('eth_sendTransaction', { from: bob, ...transfer })
      await ask('hardhat_stopImpersonatingAccount', bob)
    }),
}

async function times(count: number, step: () => Promise<void>): Promise<void> {
  for (let index = 0; index < count; index++) await step()
}

const own = join(import.meta.dirname, '../../dist/cli.cjs')

function preconf(cli: string, flags: readonly string[]): () => Promise<Server> {
  return () => startServer(process.execPath, [cli, ...flags])
}

const nodes: Record<string, () => Promise<Server>> = {}
for (const [name, cli] of Object.entries({ preconf: own, 'other preconf': values.command })) {
  if (cli === undefined) continue
  nodes[`${name} auto`] = preconf(cli, ['--mining', 'auto'])
  nodes[`${name} anvil`] = preconf(cli, ['--compat', 'anvil'])
  nodes[`${name} hardhat`] = preconf(cli, ['--compat', 'hardhat'])
}
const { anvil, hardhat } = values
// All write their lines, nobody reads them.
if (anvil !== undefined) nodes.anvil = () => startServer(anvil, [])
if (hardhat !== undefined) {
  const cli = join(hardhat, 'node_modules/hardhat/internal/cli/bootstrap.js')
  nodes['hardhat 2'] = () => startServer(process.execPath, [cli, 'node'], hardhat)
}

/** Runs of a script on one node. */
const runs = ['first', 'second', 'third'] as const

interface Sample {
  readonly script: string
  readonly node: string
  readonly run: (typeof runs)[number]
  readonly ms: number
  readonly cpuMs: number
}

const samples: Sample[] = []
for (let round = 0; round < Number(values.rounds); round++) {
  for (const [script, play] of Object.entries(scripts)) {
    for (const [node, start] of Object.entries(nodes)) {
      if (!`${script}, ${node}`.includes(values.only)) continue
      const server = await start()
      const client = httpClient(server.url, 1)
      const ask: Ask = (method, ...params) => client.request(method, params)
      for (const run of runs) {
        const startedMs = performance.now()
        const startedCpuMs = server.cpuMs()
        await play(ask)
        const ms = performance.now() - startedMs
        samples.push({ script, node, run, ms, cpuMs: server.cpuMs() - startedCpuMs })
      }
      client.close()
      await server.stop()
    }
  }
}

function median(of: readonly Sample[], measure: 'ms' | 'cpuMs'): number {
  return percentile(
    of.map((sample) => sample[measure]),
    0.5,
  )
}

console.log(`medians of ${values.rounds} nodes each; the ratio is to Hardhat 2's time`)
for (const script of Object.keys(scripts)) {
  for (const run of runs) {
    const these = samples.filter((sample) => sample.script === script && sample.run === run)
    const of = (node: string) => these.filter((sample) => sample.node === node)
    const peerMs = median(of('hardhat 2'), 'ms')
    for (const node of Object.keys(nodes)) {
      const ms = median(of(node), 'ms')
      if (Number.isNaN(ms)) continue
      const ratio = Number.isNaN(peerMs) ? '' : `  ${(ms / peerMs).toFixed(2)} x`
      console.log(
        `${script.padEnd(19)} ${run.padEnd(7)} ${node.padEnd(21)} ${ms.toFixed(0).padStart(5)} ms ` +
          `${median(of(node), 'cpuMs').toFixed(0).padStart(6)} ms of CPU${ratio}`,
      )
    }
  }
}
