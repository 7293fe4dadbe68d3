// What worker threads gain where many chains at paths work at once (`--workers`): eight chains, each with a client
// that sends batches, all made before, in one thread and in as many as there are cores; and what 1,000 idle chains
// take in memory. The clients share the cores, so the CPU time of the server's threads is told beside: what
// the same cores would do if the clients had others. `npm run bench:workers [-- --rounds N --chains N --load NAME]`;
// build first. With no rounds only the memory is measured, with no chains only the throughput.
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { httpClient } from './client.ts'
import { goal, goalAtLeast } from './goal.ts'
import { sleep } from './load.ts'
import { rpc, type Server, startCommand } from './servers.ts'
import { accountFlags, handOutToken, kinds, signer } from './transferKinds.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    chains: { type: 'string', default: '1000' },
    load: { type: 'string' },
  },
})
const busy = 8
const batches = 60
const inBatch = 50
const cores = availableParallelism()
const rounds = Number(values.rounds)
const idle = Number(values.chains)

/** What each client sends, a batch after the other, and whether its transactions are then to be in a block. */
interface Load {
  readonly bodies: readonly string[]
  readonly mines: boolean
}

interface Measured {
  readonly ms: number
  /** CPU time of the server that no number of cores makes shorter, and that the cores there are do not. */
  readonly leastMs: number
}

/** Of the fastest rounds. */
interface Best {
  readonly one: Measured
  readonly all: Measured
}

for (const [name, make] of Object.entries(loads())) {
  if (rounds === 0 || (values.load !== undefined && values.load !== name)) continue
  const { one, all } = await best(await make())
  const perSecond = ({ ms }: Measured) => ((busy * batches * inBatch) / ms) * 1000
  console.log(`${busy} chains, ${name} per second: one thread ${perSecond(one).toFixed(0)},`)
  console.log(`${cores} workers ${perSecond(all).toFixed(0)}; one thread = 1,`)
  console.log(`with clients on other cores at most ${(one.leastMs / all.leastMs).toFixed(2)}`)
  goalAtLeast(`throughput of workers, ${name}`, one.ms / all.ms, 1.7, '')
}

for (const workers of idle === 0 ? [] : ['1', 'auto']) {
  const megabytes = await idleMegabytes(idle, workers)
  goal(`memory of ${idle} idle chains, --workers ${workers}`, megabytes, 150, 'MB')
}

function loads(): Readonly<Record<string, () => Promise<Load>>> {
  const sent = (kind: string) => async (): Promise<Load> => {
    const sign = await signer()
    const body = () =>
      batch(sign(inBatch, kinds[kind]).map(({ raw }) => ['eth_sendRawTransaction', [raw]]))
    return { bodies: Array.from({ length: batches }, body), mines: true }
  }
  return {
    'raw transfers': sent('raw transfers'),
    'ERC-20 transfers': sent('ERC-20 transfers'),
    'ERC-20 calls': async () => {
      const [from] = await accountsOf()
      const { to, data } = kinds['ERC-20 transfers'] ?? {}
      const call = ['eth_call', [{ from, to, data }, 'latest']] as const
      const body = batch(Array.from({ length: inBatch }, () => call))
      return { bodies: Array.from({ length: batches }, () => body), mines: false }
    },
  }
}

function batch(
  requests: readonly (readonly [method: string, params: readonly unknown[]])[],
): string {
  return JSON.stringify(
    requests.map(([method, params], id) => ({ jsonrpc: '2.0', id, method, params })),
  )
}

async function accountsOf(): Promise<readonly string[]> {
  const server = await startCommand(accountFlags)
  try {
    return (await rpc(server.url, 'eth_accounts', [])) as readonly string[]
  } finally {
    await server.stop()
  }
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
    leastMs: Math.min(...all.map(({ leastMs }) => leastMs)),
  }
}

/** From when each chain is there and warm until all have answered all. */
async function measured(workers: string, load: Load): Promise<Measured> {
  const server = await startCommand([...accountFlags, '--mining', 'manual', '--workers', workers])
  try {
    await handOutToken((method, params) => rpc(server.url, method, params))
    await fetch(`${server.url}/warm`, { method: 'POST' })
    const ids = Array.from({ length: busy }, (_, index) => `${index}`)
    await Promise.all(ids.map((id) => work(server, `warm-${id}`, load)))
    await Promise.all(ids.map((id) => rpc(`${server.url}/${id}`, 'eth_chainId', [])))
    const before = server.threadsMs()
    const startMs = performance.now()
    await Promise.all(ids.map((id) => work(server, id, load)))
    const ms = performance.now() - startMs
    const used = [...server.threadsMs()].map(([id, usedMs]) => usedMs - (before.get(id) ?? 0))
    const all = used.reduce((sum, usedMs) => sum + usedMs, 0)
    return { ms, leastMs: Math.max(...used, all / cores) }
  } finally {
    await server.stop()
  }
}

async function work({ url }: Server, id: string, { bodies, mines }: Load): Promise<void> {
  const client = httpClient(`${url}/${id}`, 1)
  for (const body of bodies) {
    const answer = await client.post(body)
    if (answer.includes('"error"')) throw new Error(`chain ${id}: ${answer.slice(0, 200)}`)
    if (mines) await client.request('evm_mine', [])
  }
  const count = await client.request('eth_getBlockTransactionCountByNumber', ['latest'])
  if (mines && Number(count) !== inBatch) throw new Error(`chain ${id} has mined ${count}`)
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
