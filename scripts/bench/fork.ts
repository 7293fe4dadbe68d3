// What a fork of a live chain asks for, and how long that takes: its start, a call over two contracts and
// twelve slots, a swap through eight contracts as a call and as a transaction, each on a node that knows
// nothing yet. The live chain is a devnet of ours behind a proxy that counts and delays; for ours the
// proxy hides methods too. Then ten chains on one fork, and what a fork costs that knows what it reads
// (forkSpeed.ts). With `--anvil PATH` (the program) and `--hardhat FOLDER` (with Hardhat 3 and its
// configuration in it) those nodes, too; `--delays` in ms, none for the rest alone. Hardhat 3 needs
// Node 22.10 or newer: `npm run test:suites` installs one, or PRECONF_NEWER_NODE names the program. Prints the
// goals beside the figures, and ends with 1 if one is missed by more than 15 %.
// `npm run bench -- fork [--anvil PATH] [--hardhat FOLDER] [--rounds N] [--delays 20,80]`.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Hex } from 'viem'
import { httpClient } from './client.ts'
import { startCountingProxy, type Traffic } from './countingProxy.ts'
import { measureSpeed } from './forkSpeed.ts'
import { goal } from './goal.ts'
import { type LiveMarket, openMarket } from './liveMarket.ts'
import { newerNode } from './newerNode.ts'
import { percentile } from './percentile.ts'
import { type Server, startAnvil, startCommand, startServer } from './servers.ts'
import type { Ask } from './suiteTest.ts'

const { values } = parseArgs({
  options: {
    anvil: { type: 'string' },
    hardhat: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    delays: { type: 'string', default: '20,80' },
  },
})
const delays = values.delays.split(',').filter(Boolean).map(Number)

/** A node, and what the live chain's lacks for it. */
interface Forker {
  readonly name: string
  readonly hidden: readonly string[]
  /** It calls nothing at the fork block: it is to have a block of its own first. */
  readonly needsBlock?: boolean
  start(url: string): Promise<Server>
}

const ours = (url: string) => startCommand(['--mining', 'auto', '--fork-url', url])
const notTraced = ['debug_traceCall']
const bare = [...notTraced, 'eth_createAccessList', 'eth_getAccountInfo', 'eth_getStorageValues']

const forkers: Forker[] = [
  { name: 'preconf, upstream traces', hidden: [], start: ours },
  { name: 'preconf, access lists', hidden: notTraced, start: ours },
  { name: 'preconf, neither', hidden: bare, start: ours },
]
const { anvil, hardhat } = values
if (anvil !== undefined) {
  const start = (url: string) => startAnvil(anvil, ['--fork-url', url, '--no-storage-caching'])
  forkers.push({ name: 'anvil', hidden: [], start })
}

const upstream = await startCommand(['--mining', 'auto'])
const client = httpClient(upstream.url, 1)
const market = await openMarket(client.request)
const proxy = await startCountingProxy(upstream.url)

if (hardhat !== undefined) {
  const number = String(Number(await client.request('eth_blockNumber', [])))
  const program = join(hardhat, 'node_modules/hardhat/dist/src/cli.js')
  const flags = ['node', '--chain-id', '31337', '--fork-block-number', number, '--fork']
  const start = (url: string) =>
    startServer(newerNode ?? process.execPath, [program, ...flags, url], hardhat)
  forkers.push({ name: 'hardhat 3', hidden: [], needsBlock: true, start })
}

const tasks: Readonly<Record<string, (ask: Ask, market: LiveMarket) => Promise<unknown>>> = {
  call: (ask, { read }) => ask('eth_call', [read, 'latest']),
  swapCall: (ask, { swap }) => ask('eth_call', [swap, 'latest']),
  swap: async (ask, { swap }) => {
    const hash = await ask('eth_sendTransaction', [swap])
    for (;;) {
      // Not all nodes have it when they answer the hash.
      const receipt = (await ask('eth_getTransactionReceipt', [hash])) as { status: Hex } | null
      if (receipt === null) continue
      if (receipt.status !== '0x1') throw new Error('the swap fails')
      return
    }
  },
}

interface Sample extends Traffic {
  readonly name: string
  readonly task: string
  readonly delayMs: number
  readonly ms: number
}

const samples: Sample[] = []

/** Does one task on a new fork. */
async function measure({ name, hidden, needsBlock, start }: Forker, task: string, delayMs: number) {
  const note = (task: string, ms: number) =>
    samples.push({ name, task, delayMs, ms, ...proxy.traffic })
  proxy.reset(delayMs, hidden)
  const server = await start(proxy.url)
  note('start', server.startMs)
  const { request, close } = httpClient(server.url, 1)
  try {
    await request(needsBlock ? 'evm_mine' : 'eth_blockNumber', [])
    proxy.reset(delayMs, hidden)
    const startedMs = performance.now()
    await tasks[task]?.(request, market)
    note(task, performance.now() - startedMs)
  } finally {
    close()
    await server.stop()
  }
}

/** The same swap on each of so many chains that begin from one fork. */
async function onChains(count: number): Promise<Traffic> {
  const path = join(import.meta.dirname, '../../dist/index.js')
  const { createDevnet } = (await import(path)) as typeof import('../../src/index.ts')
  proxy.reset(20)
  await using devnet = await createDevnet({ mining: 'auto', fork: `${proxy.url}/?${count}` })
  for (let index = 0; index < count; index++) {
    await using chain = await devnet.fork()
    const request = (method: string, params: readonly unknown[]) =>
      chain.provider.request({ method, params } as never)
    await tasks.swap?.(request, market)
  }
  return { ...proxy.traffic }
}

try {
  for (const delayMs of delays) {
    for (let round = 0; round < Number(values.rounds); round++) {
      for (const forker of forkers) {
        for (const task of Object.keys(tasks)) await measure(forker, task, delayMs)
      }
    }
    report(delayMs)
    compare(delayMs)
  }
  const [one, ten] = [await onChains(1), await onChains(10)]
  console.log('\na swap on each chain of a fork')
  goal('requests of ten chains', ten.requests, one.requests, 'requests')
  goal('exchanges of ten chains', ten.exchanges, one.exchanges, 'exchanges')
  await measureSpeed({ url: upstream.url, ask: client.request, market }, 5 * Number(values.rounds))
} finally {
  proxy.close()
  client.close()
  await upstream.stop()
}

/** The goals beside ours. */
function compare(delayMs: number): void {
  const ours = forkers.filter(({ name }) => name.startsWith('preconf'))
  for (const { name, hidden } of ours) {
    const most = hidden === bare ? 4 : 2
    goal(`${name}: start`, median(name, 'start', delayMs, 'exchanges'), 2, 'exchanges')
    goal(`${name}: call`, median(name, 'call', delayMs, 'serial'), most, 'round trips')
    if (delayMs !== 80) continue
    for (const task of ['swapCall', 'swap']) {
      // The best, as what else the machine does only adds.
      goal(`${name}: ${task}`, Math.round(percentileOf(name, task, delayMs, 'ms', 0)), 500, 'ms')
    }
  }
}

type Key = 'requests' | 'exchanges' | 'serial' | 'ms'

function median(name: string, task: string, delayMs: number, key: Key): number {
  return percentileOf(name, task, delayMs, key, 0.5)
}

function percentileOf(name: string, task: string, delayMs: number, key: Key, part: number): number {
  const own = samples.filter(
    (sample) => sample.name === name && sample.task === task && sample.delayMs === delayMs,
  )
  return percentile(
    own.map((sample) => sample[key]),
    part,
  )
}

function report(delayMs: number): void {
  console.log(
    `\n${delayMs} ms away: requests, exchanges, serial round trips, ms; medians of ${values.rounds}`,
  )
  for (const task of ['start', ...Object.keys(tasks)]) {
    for (const { name } of forkers) {
      const [requests, exchanges, serial, ms] = (
        ['requests', 'exchanges', 'serial', 'ms'] as const
      ).map((key) => median(name, task, delayMs, key).toFixed(0).padStart(6))
      console.log(`${task.padEnd(9)} ${name.padEnd(25)} ${requests} ${exchanges} ${serial} ${ms}`)
    }
  }
}
