// Transfers one by one in auto mode, each sent when the receipt of the one before is there: plain ones and
// those of a token. The built command over HTTP and in process, with `--anvil PATH` Anvil over HTTP, and
// Hardhat 3 over HTTP and in process where `npm run test:suites` has installed it; all in turn.
// `npm run bench -- one-by-one [--anvil PATH] [--rounds N] [--count N]`.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { httpClient } from './client.ts'
import { goalAtLeast } from './goal.ts'
import { startInProcess } from './inProcess.ts'
import { newerNode, suites } from './newerNode.ts'
import { percentile } from './percentile.ts'
import { sendOneByOne } from './sendOneByOne.ts'
import { type Server, startAnvil, startCommand, startServer } from './servers.ts'
import type { Transfer } from './signTransfers.ts'
import { accountFlags, handOutToken, kinds, signer } from './transferKinds.ts'

const { values } = parseArgs({
  options: {
    anvil: { type: 'string' },
    rounds: { type: 'string', default: '7' },
    count: { type: 'string', default: '200' },
  },
})
const count = Number(values.count)

/** A node and a way to it. */
interface Target {
  readonly name: string
  /** Sends the transfers; how long that took. */
  turn(transfers: readonly Transfer[]): Promise<number>
  /** CPU time of the node's process so far. */
  cpuMs(): number
  stop(): Promise<void>
}

async function overHttp(name: string, server: Server): Promise<Target> {
  const client = httpClient(server.url, 1)
  await handOutToken(client.request)
  return {
    name,
    turn: async (transfers) => {
      const startedMs = performance.now()
      await sendOneByOne(client.request, transfers)
      return performance.now() - startedMs
    },
    cpuMs: server.cpuMs,
    stop: () => {
      client.close()
      return server.stop()
    },
  }
}

async function inProcess(name: string, node: 'preconf' | 'hardhat'): Promise<Target> {
  const child = await startInProcess<readonly Transfer[], number>('oneByOneProcess.ts', node)
  return { name, ...child }
}

const targets = [
  await overHttp('preconf over HTTP', await startCommand(['--mining', 'auto', ...accountFlags])),
  await inProcess('preconf in process', 'preconf'),
]
if (values.anvil !== undefined) {
  targets.push(await overHttp('anvil over HTTP', await startAnvil(values.anvil, accountFlags)))
}
const hardhat = join(suites, 'hardhat3')
if (newerNode !== undefined && existsSync(join(hardhat, 'node_modules/hardhat'))) {
  const cli = join(hardhat, 'node_modules/hardhat/dist/src/cli.js')
  const server = startServer(newerNode, [
    cli,
    '--config',
    join(hardhat, 'hardhat.config.ts'),
    'node',
  ])
  targets.push(await overHttp('hardhat 3 over HTTP', await server))
  targets.push(await inProcess('hardhat 3 in process', 'hardhat'))
} else console.log('without Hardhat 3: `npm run test:suites` installs it')

const samples: { kind: string; name: string; perSecond: number; cpuUs: number }[] = []
try {
  const sign = await signer()
  for (let round = 0; round <= Number(values.rounds); round++) {
    for (const [kind, fields] of Object.entries(kinds)) {
      // The first round warms up, until the engines have compiled what is used.
      const transfers = sign(round === 0 ? 3 * count : count, fields)
      for (const { name, turn, cpuMs } of targets) {
        const beforeMs = cpuMs()
        const ms = await turn(transfers)
        const cpuUs = ((cpuMs() - beforeMs) / count) * 1000
        if (round > 0) samples.push({ kind, name, perSecond: (count / ms) * 1000, cpuUs })
      }
    }
  }
} finally {
  for (const target of targets) await target.stop()
}

console.log(`one by one, receipt awaited; medians of ${values.rounds} rounds of ${count}`)
for (const kind of Object.keys(kinds)) {
  const medians = targets.map(({ name }) => {
    const own = samples.filter((sample) => sample.kind === kind && sample.name === name)
    return {
      name,
      perSecond: percentile(
        own.map(({ perSecond }) => perSecond),
        0.5,
      ),
      cpuUs: percentile(
        own.map(({ cpuUs }) => cpuUs),
        0.5,
      ),
    }
  })
  for (const { name, perSecond, cpuUs } of medians) {
    const way = name.endsWith('HTTP') ? 'HTTP' : 'process'
    const peers = medians.filter(
      (peer) => !peer.name.startsWith('preconf') && peer.name.endsWith(way),
    )
    const best = Math.max(...peers.map((peer) => peer.perSecond))
    const ratio =
      peers.length === 0 ? '' : `  ${(perSecond / best).toFixed(2)} x the best peer's rate`
    console.log(
      `${kind.padEnd(17)} ${name.padEnd(21)} ${perSecond.toFixed(0).padStart(5)} per second ` +
        `${cpuUs.toFixed(0).padStart(6)} us of CPU each${ratio}`,
    )
  }
  const [ours, anvil] = ['preconf', 'anvil'].map((node) =>
    medians.find(({ name }) => name === `${node} over HTTP`),
  )
  if (ours !== undefined && anvil !== undefined)
    goalAtLeast(`${kind} over HTTP, CPU time`, anvil.cpuUs / ours.cpuUs, 1, "x Anvil's speed")
}
