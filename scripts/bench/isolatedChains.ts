// What an isolated chain costs where all begin with one fixture (fixtures/dex.yaml): 1,000 forks in process, and
// 1,000 chains of one server by path. Each sends a transaction, and none sees those of the others.
// With `--anvil PATH` also what it costs as a process of Anvil that loads the same state, of which there are 5.
// Run with `--expose-gc`, as `npm run bench:isolated-chains` does.
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Hex } from 'viem'
import type { PreconfDevnet } from '../../src/types/devnet.ts'
import { httpClient } from './client.ts'
import { percentile } from './percentile.ts'
import { rpc, type Server, startAnvil, startCommand } from './servers.ts'

const { values } = parseArgs({
  options: { anvil: { type: 'string' }, chains: { type: 'string', default: '1000' } },
})
const chains = Number(values.chains)
const anvils = 5
const fixture = join(import.meta.dirname, '../../fixtures/dex.yaml')
const state = join(import.meta.dirname, '../../fixtures/state.json')
const dead = '0x000000000000000000000000000000000000dead'

type Ask = (method: string, params: readonly unknown[]) => Promise<unknown>

/** Sends as many wei as the chain is called, and sees that nobody else has sent any. */
async function transact(ask: Ask, wei: number): Promise<void> {
  const [from] = (await ask('eth_accounts', [])) as readonly Hex[]
  const value = `0x${wei.toString(16)}`
  const hash = await ask('eth_sendTransaction', [{ from, to: dead, value, gas: '0x5208' }])
  // Anvil answers the hash before its block is there.
  while ((await ask('eth_getTransactionReceipt', [hash])) === null);
  const balance = await ask('eth_getBalance', [dead, 'latest'])
  if (balance !== value) throw new Error(`chain ${wei} has ${balance} wei in place of ${value}`)
}

/** Bytes in use, without what can be thrown away. */
function usedBytes(): number {
  if (gc === undefined) throw new Error('run it with --expose-gc')
  gc()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

function show(name: string, ms: readonly number[], bytes?: number): void {
  const [median, p99] = [0.5, 0.99].map((share) => percentile(ms, share).toFixed(2).padStart(8))
  const memory = bytes === undefined ? '' : `  ${(bytes / 1024).toFixed(0).padStart(6)} kB each`
  console.log(`${name.padEnd(46)} ${median} ms, 99 of 100 within ${p99} ms${memory}`)
}

async function timed(times: number[], task: () => Promise<unknown>): Promise<void> {
  const startedMs = performance.now()
  await task()
  times.push(performance.now() - startedMs)
}

async function measureForks(): Promise<void> {
  const built = join(import.meta.dirname, '../../dist/index.js')
  const { createDevnet } = (await import(built)) as typeof import('../../src/index.ts')
  await using devnet = await createDevnet({ fixture, mining: 'auto' })
  const askOf =
    ({ provider }: PreconfDevnet): Ask =>
    (method, params) =>
      provider.request({ method, params })
  const forks: PreconfDevnet[] = []
  const fork = async () => {
    forks.push(await devnet.fork())
  }
  // What the first ones load belongs to none of them.
  for (let warmUp = 1; warmUp <= 20; warmUp++) {
    await using warm = await devnet.fork()
    await transact(askOf(warm), warmUp)
  }
  const before = usedBytes()
  const forkMs: number[] = []
  for (let chain = 0; chain < chains; chain++) await timed(forkMs, fork)
  const forked = usedBytes()
  show('fork, in process', forkMs, (forked - before) / chains)
  const transactionMs: number[] = []
  for (const [index, open] of forks.entries()) {
    await timed(transactionMs, () => transact(askOf(open), index + 1))
  }
  const name = 'its first transaction, receipt and balance'
  show(name, transactionMs, (usedBytes() - before) / chains)
  await Promise.all(forks.map((open) => open.close()))
}

async function measureServer(): Promise<void> {
  const flags = ['--mining', 'auto', '--fixture', fixture, '--max-chains', `${chains + 20}`]
  const server = await startCommand(flags)
  try {
    const visit = async (chain: number) => {
      const client = httpClient(`${server.url}/${chain}`, 1)
      await transact(client.request, chain).finally(client.close)
    }
    for (let warmUp = 1; warmUp <= 20; warmUp++) await visit(chains + warmUp)
    const before = server.memoryBytes()
    const visitMs: number[] = []
    for (let chain = 1; chain <= chains; chain++) await timed(visitMs, () => visit(chain))
    const bytes = (server.memoryBytes() - before) / chains
    show('chain of a server by path, with the same', visitMs, bytes)
  } finally {
    await server.stop()
  }
}

async function measureAnvils(path: string): Promise<void> {
  const readyMs: number[] = []
  const servers: Server[] = []
  try {
    for (let chain = 1; chain <= anvils; chain++) {
      await timed(readyMs, async () => {
        const server = await startAnvil(path, ['--load-state', state])
        servers.push(server)
        await transact((method, params) => rpc(server.url, method, params), chain)
      })
    }
    const bytes = servers.reduce((sum, server) => sum + server.memoryBytes(), 0) / anvils
    show('process of anvil, with the same', readyMs, bytes)
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

console.log(`${chains} chains of ${fixture}; load average ${loadavg()[0]?.toFixed(1)}`)
await measureForks()
await measureServer()
if (values.anvil !== undefined) await measureAnvils(values.anvil)
