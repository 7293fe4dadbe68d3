// What worker threads gain where many chains at paths work at once (`--workers`): eight chains, each with a client
// that sends bodies, all made before, in one thread and in as many as there are cores; and what 1,000 idle chains
// take in memory. The clients share the cores, so two figures by the CPU time of the server's threads are told
// beside: what the same cores would do if the clients had others; and how many cores one thread of chains uses already,
// as V8 has threads of its own, which is what no number of workers can use again. `npm run bench -- workers
// [-- --rounds N --chains N --load NAME]`; build first. With no rounds only the memory is measured, with no chains only
// the throughput.
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import type { Hex } from 'viem'
import { httpClient } from './client.ts'
import { goal, goalAtLeast } from './goal.ts'
import { sleep } from './load.ts'
import { rpc, type Server, startCommand } from './servers.ts'
import { accountFlags, handOutToken } from './transferKinds.ts'
import { type Load, loads, prepare } from './workerLoads.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    chains: { type: 'string', default: '1000' },
    load: { type: 'string' },
  },
})
const busy = 8
const cores = availableParallelism()
const rounds = Number(values.rounds)
const idle = Number(values.chains)

interface Measured {
  readonly ms: number
  /** CPU time of the server that no number of cores makes shorter, and that the cores there are do not. */
  readonly minMs: number
  /** Cores that the server keeps busy while its busiest thread is. */
  readonly cores: number
}

/** Of the fastest rounds. */
interface Best {
  readonly one: Measured
  readonly all: Measured
}

const traced = await hashToTrace()
for (const [name, make] of Object.entries(loads(traced))) {
  if (rounds === 0 || (values.load !== undefined && values.load !== name)) continue
  const load = await make()
  const { one, all } = await best(load)
  const requests = busy * load.bodies.length * load.each
  const perSecond = ({ ms }: Measured) => ((requests / ms) * 1000).toFixed(0)
  console.log(`${busy} chains, ${name} per second: one thread ${perSecond(one)}, which`)
  console.log(
    `uses ${one.cores.toFixed(2)} cores; ${cores} workers ${perSecond(all)}; one thread = 1,`,
  )
  console.log(`with clients on other cores at most ${(one.minMs / all.minMs).toFixed(2)}`)
  goalAtLeast(`throughput of workers, ${name}`, one.ms / all.ms, 1.7, '')
}

for (const workers of idle === 0 ? [] : ['1', 'auto']) {
  const megabytes = await idleMegabytes(idle, workers)
  goal(`memory of ${idle} idle chains, --workers ${workers}`, megabytes, 150, 'MB')
}

/** Of a transaction that all chains have, in this order of making them. */
async function hashToTrace(): Promise<Hex> {
  const server = await startCommand([...accountFlags, '--mining', 'manual'])
  try {
    return await begin(server)
  } finally {
    await server.stop()
  }
}

async function begin({ url }: Server): Promise<Hex> {
  const ask = (method: string, params: readonly unknown[]) => rpc(url, method, params)
  await handOutToken(ask)
  return prepare(ask)
}

async function best(load: Load): Promise<Best> {
  const found: { one: Measured[]; all: Measured[] } = { one: [], all: [] }
  for (let round = 0; round < rounds; round++) {
    found.one.push(await measured('1', load))
    found.all.push(await measured('auto', load))
  }
  return { one: fastest(found.one), all: fastest(found.all) }
}

function fastest(all: readonly Measured[]): Measured {
  return {
    ms: Math.min(...all.map(({ ms }) => ms)),
    minMs: Math.min(...all.map(({ minMs }) => minMs)),
    cores: Math.min(...all.map((measured) => measured.cores)),
  }
}

/** From when each chain is there and warm until all have answered all. */
async function measured(workers: string, load: Load): Promise<Measured> {
  const server = await startCommand([...accountFlags, '--mining', 'manual', '--workers', workers])
  try {
    await begin(server)
    await fetch(`${server.url}/warm`, { method: 'POST' })
    const ids = Array.from({ length: busy }, (_, index) => `${index}`)
    // Twice: after once V8 still compiles what runs, in each thread anew.
    for (const warm of ['warm', 'warmer']) {
      await Promise.all(ids.map((id) => work(server, `${warm}-${id}`, load)))
    }
    await Promise.all(ids.map((id) => rpc(`${server.url}/${id}`, 'eth_chainId', [])))
    const before = server.threadsMs()
    const startMs = performance.now()
    await Promise.all(ids.map((id) => work(server, id, load)))
    const ms = performance.now() - startMs
    const used = [...server.threadsMs()].map(([id, usedMs]) => usedMs - (before.get(id) ?? 0))
    const all = used.reduce((sum, usedMs) => sum + usedMs, 0)
    const busiest = Math.max(...used)
    return { ms, minMs: Math.max(busiest, all / cores), cores: all / busiest }
  } finally {
    await server.stop()
  }
}

async function work({ url }: Server, id: string, { bodies, each, mines }: Load): Promise<void> {
  const client = httpClient(`${url}/${id}`, 1)
  for (const body of bodies) {
    const answer = await client.post(body)
    if (answer.includes('"error"')) throw new Error(`chain ${id}: ${answer.slice(0, 200)}`)
    if (mines) await client.request('evm_mine', [])
  }
  const count = await client.request('eth_getBlockTransactionCountByNumber', ['latest'])
  if (mines && Number(count) !== each) throw new Error(`chain ${id} has mined ${count}`)
  client.close()
}

async function idleMegabytes(chains: number, workers: string): Promise<number> {
  const server = await startCommand(['--workers', workers, '--max-chains', String(chains + 20)])
  try {
    const open = (id: string) => rpc(`${server.url}/${id}`, 'eth_chainId', [])
    for (let id = 0; id < 20; id++) await open(`warm-${id}`)
    const before = server.memoryBytes()
    for (let id = 0; id < chains; id++) await open(`${id}`)
    // Those that nobody uses sleep in the end.
    while (!(await asleep(server, chains + 20))) await sleep(1_000)
    return (server.memoryBytes() - before) / 1e6
  } finally {
    await server.stop()
  }
}

async function asleep({ url }: Server, chains: number): Promise<boolean> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return metrics.includes(`\npreconf_chains_asleep ${chains}\n`)
}
