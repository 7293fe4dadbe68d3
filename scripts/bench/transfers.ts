// Transactions per second: signed beforehand by ten senders, submitted 16 at a time, then mined; plain
// transfers and those of a token. The built command over HTTP, in process, and with `--anvil PATH` Anvil, all
// in turn: wall time, and CPU time of the server (in process of both sides).
// `npm run bench -- transfers [--anvil PATH] [--rounds N]`; TRANSFERS is how many per sender and round.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Hex } from '../../src/lib/hex.ts'
import { httpClient } from './client.ts'
import { goalAtLeast } from './goal.ts'
import { percentile } from './percentile.ts'
import { type Server, startAnvil, startCommand } from './servers.ts'
import type { Transfer } from './signTransfers.ts'
import type { Ask } from './suiteTest.ts'
import { accountFlags, handOutToken, kinds, signer } from './transferKinds.ts'

const { values } = parseArgs({
  options: { anvil: { type: 'string' }, rounds: { type: 'string', default: '5' } },
})
const perRound = 10 * Number(process.env.TRANSFERS ?? 100)
const concurrency = 16

/** A node and a way to it. */
interface Target {
  readonly name: string
  readonly ask: Ask
  cpuMs(): number
  stop(): Promise<void>
}

function overHttp(name: string, server: Server): Target {
  const client = httpClient(server.url, concurrency)
  return {
    name,
    ask: client.request,
    cpuMs: server.cpuMs,
    stop: () => {
      client.close()
      return server.stop()
    },
  }
}

async function inProcess(): Promise<Target> {
  const built = join(import.meta.dirname, '../../dist/index.js')
  const { createDevnet } = (await import(built)) as typeof import('../../src/index.ts')
  const devnet = await createDevnet({ mining: 'manual', accounts: 11 })
  return {
    name: 'preconf in process',
    ask: (method, params) => devnet.provider.request({ method, params }),
    cpuMs: () => {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1000
    },
    stop: () => devnet.close(),
  }
}

/** From the first submission to the last sealed block. */
async function submitAndMine(ask: Ask, transfers: readonly Transfer[]): Promise<void> {
  const queue = transfers.values()
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const { raw } of queue) await ask('eth_sendRawTransaction', [raw])
    }),
  )
  for (let mined = 0; mined < transfers.length; ) {
    await ask('evm_mine', [])
    const block = (await ask('eth_getBlockByNumber', ['latest', false])) as { transactions: Hex[] }
    if (block.transactions.length === 0)
      throw new Error(`only ${mined} of ${transfers.length} were mined`)
    mined += block.transactions.length
  }
}

const targets = [
  overHttp('preconf over HTTP', await startCommand(['--mining', 'manual', ...accountFlags])),
  await inProcess(),
]
if (values.anvil !== undefined) {
  const anvil = await startAnvil(values.anvil, ['--no-mining', ...accountFlags])
  targets.push(overHttp('anvil over HTTP', anvil))
}
const perSecond = new Map<string, number[]>()
const cpuUs = new Map<string, number[]>()
try {
  for (const { ask } of targets) await handOutToken(ask)
  const sign = await signer()
  for (let round = 0; round <= Number(values.rounds); round++) {
    for (const [kind, fields] of Object.entries(kinds)) {
      const transfers = sign(perRound, fields)
      for (const { name, ask, cpuMs } of targets) {
        const beforeMs = cpuMs()
        const startedMs = performance.now()
        await submitAndMine(ask, transfers)
        const seconds = (performance.now() - startedMs) / 1000
        // The first round warms up.
        if (round === 0) continue
        add(perSecond, `${kind}, ${name}`, perRound / seconds)
        add(cpuUs, `${kind}, ${name}`, ((cpuMs() - beforeMs) / perRound) * 1000)
      }
    }
  }
} finally {
  for (const target of targets) await target.stop()
}

function add(samples: Map<string, number[]>, key: string, sample: number): void {
  const list = samples.get(key) ?? []
  samples.set(key, [...list, sample])
}

console.log(
  `${perRound} transactions of 10 senders, submitted ${concurrency} at a time, then mined; medians of ${values.rounds} rounds`,
)
/** In how much less CPU time than Anvil. */
const speeds = new Map<string, number>()
for (const [key, rates] of perSecond) {
  const rate = percentile(rates, 0.5)
  const us = percentile(cpuUs.get(key) ?? [], 0.5)
  const peer = key.replace(/, .*/, ', anvil over HTTP')
  speeds.set(key, percentile(cpuUs.get(peer) ?? [], 0.5) / us)
  const ratio = perSecond.has(peer)
    ? `  ${(rate / percentile(perSecond.get(peer) ?? [], 0.5)).toFixed(2)} x anvil's rate, ` +
      `${speeds.get(key)?.toFixed(2)} x by CPU time`
    : ''
  console.log(
    `${key.padEnd(38)} ${rate.toFixed(0).padStart(6)} tx/s ${us.toFixed(0).padStart(6)} us of CPU each${ratio}`,
  )
}
if (values.anvil !== undefined) {
  const key = 'ERC-20 transfers, preconf over HTTP'
  goalAtLeast(`${key}, CPU time`, speeds.get(key) ?? Number.NaN, 0.8, "x Anvil's speed")
}
