// What worker threads gain where many chains at paths work at once (`--workers`): eight chains, each with a client
// that sends its transfers in batches, all signed before, in one thread and in as many as there are cores; and
// what 1,000 idle chains take in memory. `npm run bench:workers [-- --rounds N --chains N]`; build first.
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { createDevnet } from '../../src/index.ts'
import { hexToBytes } from '../../src/lib/hex.ts'
import { httpClient } from './client.ts'
import { goal, goalAtLeast } from './goal.ts'
import { sleep } from './load.ts'
import { rpc, type Server, startCommand } from './servers.ts'
import { transferSigner } from './signTransfers.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    chains: { type: 'string', default: '1000' },
  },
})
const busy = 8
const batches = 60
const transfersInBatch = 50

const bodies = await signedBatches()
const best = { one: Number.POSITIVE_INFINITY, all: Number.POSITIVE_INFINITY }
for (let round = 0; round < Number(values.rounds); round++) {
  best.one = Math.min(best.one, await measured('1'))
  best.all = Math.min(best.all, await measured('auto'))
}
const perSecond = (ms: number) => ((busy * batches * transfersInBatch) / ms) * 1000
console.log(`${busy} chains, transfers per second: one thread ${perSecond(best.one).toFixed(0)},`)
console.log(`${availableParallelism()} workers ${perSecond(best.all).toFixed(0)}`)
goalAtLeast('throughput of workers, one thread = 1', best.one / best.all, 1.7, '')

for (const workers of ['1', 'auto']) {
  const megabytes = await idleMegabytes(Number(values.chains), workers)
  goal(`memory of ${values.chains} idle chains, --workers ${workers}`, megabytes, 150, 'MB')
}

async function signedBatches(): Promise<readonly string[]> {
  await using devnet = await createDevnet()
  const sign = await transferSigner(devnet.accounts.map(({ privateKey }) => hexToBytes(privateKey)))
  return Array.from({ length: batches }, () => {
    const requests = sign(transfersInBatch).map(({ raw }, id) => {
      return { jsonrpc: '2.0', id, method: 'eth_sendRawTransaction', params: [raw] }
    })
    return JSON.stringify(requests)
  })
}

/** Milliseconds until all chains have all transfers in blocks, once each chain is there and warm. */
async function measured(workers: string): Promise<number> {
  const server = await startCommand(['--mining', 'manual', '--workers', workers])
  try {
    const ids = Array.from({ length: busy }, (_, index) => `${index}`)
    await Promise.all(ids.map((id) => work(server, `warm-${id}`)))
    await Promise.all(ids.map((id) => rpc(`${server.url}/${id}`, 'eth_chainId', [])))
    const startMs = performance.now()
    await Promise.all(ids.map((id) => work(server, id)))
    return performance.now() - startMs
  } finally {
    await server.stop()
  }
}

async function work({ url }: Server, id: string): Promise<void> {
  const client = httpClient(`${url}/${id}`, 1)
  for (const body of bodies) {
    await client.post(body)
    await client.request('evm_mine', [])
  }
  const nonce = await client.request('eth_getBlockTransactionCountByNumber', ['latest'])
  if (Number(nonce) !== transfersInBatch) throw new Error(`chain ${id} has mined ${nonce}`)
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
