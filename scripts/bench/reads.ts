// Cheap reads over HTTP, 16 at a time: CPU time of the server for each request, beside a bare server of
// node:http that parses and answers JSON, and with `--anvil PATH` beside anvil, in the same run.
// Then what a fresh process takes for large reads: its first 200 batches of 100, and its first search for 10,000 logs.
import { join } from 'node:path'
import { encodeDeployData, encodeFunctionData, type Hex, numberToHex } from 'viem'
import token from '../../fixtures/Token.json' with { type: 'json' }
import { type HttpClient, httpClient } from './client.ts'
import { goalAtLeast } from './goal.ts'
import { anvilPath, rpc, type Server, startAnvil, startCommand, startServer } from './servers.ts'

const concurrency = 16
const count = Number(process.env.READS ?? 4_000)
const rounds = 8

const alice = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'

interface Read {
  readonly name: string
  readonly method: string
  readonly params: readonly unknown[]
}

/** Deploys the token, so that there is a view to call. */
async function readsOf(url: string): Promise<readonly Read[]> {
  const client = httpClient(url, 1)
  const data = encodeDeployData({
    abi: token.abi,
    bytecode: token.bytecode as Hex,
    args: ['Test', 'TST', 10n ** 24n],
  })
  const hash = await client.request('eth_sendTransaction', [{ from: alice, data, gas: '0x300000' }])
  await client.request('evm_mine', [])
  const receipt = await client.request('eth_getTransactionReceipt', [hash])
  client.close()
  const to = (receipt as { contractAddress: Hex }).contractAddress
  const view = encodeFunctionData({ abi: token.abi, functionName: 'balanceOf', args: [alice] })
  if ((await rpc(url, 'eth_call', [{ to, data: view }, 'latest'])) === '0x') {
    throw new Error('the token was not deployed')
  }
  return [
    { name: 'eth_blockNumber', method: 'eth_blockNumber', params: [] },
    { name: 'eth_getBalance', method: 'eth_getBalance', params: [alice, 'latest'] },
    { name: 'eth_call of a view', method: 'eth_call', params: [{ to, data: view }, 'latest'] },
  ]
}

/** CPU time per request in microseconds. */
async function measure(server: Server, { method, params }: Read, times: number): Promise<number> {
  const client = httpClient(server.url, concurrency)
  const startedMs = server.cpuMs()
  let left = times
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (left-- > 0) await client.request(method, params)
    }),
  )
  client.close()
  return ((server.cpuMs() - startedMs) / times) * 1000
}

/** Large reads, each asked of a process of its own: what its first `times` take in ms, wall and CPU time. */
const largeReads = {
  'a batch of 100 reads': { times: 200, body: async () => batchOfReads() },
  'eth_getLogs of 10,000 logs': { times: 1, body: searchForLogs },
}

function batchOfReads(): string {
  const reads = Array.from({ length: 100 }, (_, id) => {
    const params = [numberToHex(id + 1, { size: 20 }), 'latest']
    return { jsonrpc: '2.0', id, method: 'eth_getBalance', params }
  })
  return JSON.stringify(reads)
}

/** Makes the logs, by transactions of 100. */
async function searchForLogs({ request }: HttpClient): Promise<string> {
  const address = numberToHex(0xaaaaa, { size: 20 })
  // Counts down from 100, and logs each number as data and as a topic.
  await request('anvil_setCode', [address, '0x60645b806000528060206000a1600190038060025700'])
  let hash: unknown
  for (let sent = 0; sent < 100; sent++) {
    hash = await request('eth_sendTransaction', [{ from: alice, to: address, gas: '0x40000' }])
  }
  while ((await request('eth_getTransactionReceipt', [hash])) === null);
  const params = [{ fromBlock: '0x0', toBlock: 'latest', address }]
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getLogs', params })
}

async function largeRead(
  start: () => Promise<Server>,
  { times, body }: (typeof largeReads)[keyof typeof largeReads],
): Promise<{ readonly ms: number; readonly cpuMs: number }> {
  const server = await start()
  const client = httpClient(server.url, 1)
  const text = await body(client)
  const [startedMs, startedCpuMs] = [performance.now(), server.cpuMs()]
  for (let time = 0; time < times; time++) await client.post(text)
  const ms = (performance.now() - startedMs) / times
  const cpuMs = (server.cpuMs() - startedCpuMs) / times
  client.close()
  await server.stop()
  return { ms, cpuMs }
}

const anvil = anvilPath()
const servers = new Map<string, Server>([
  ['preconf', await startCommand()],
  [
    'bare node:http',
    await startServer(process.execPath, [join(import.meta.dirname, 'bareServer.mjs')]),
  ],
])
if (anvil !== undefined) servers.set('anvil', await startAnvil(anvil))

const reads = new Map<Server, readonly Read[]>()
for (const [name, server] of servers) {
  const own = name.startsWith('bare') ? [...reads.values()][0] : await readsOf(server.url)
  reads.set(server, own ?? [])
}

const best = new Map<string, number>()
for (let round = 0; round <= rounds; round++) {
  for (const [name, server] of servers) {
    for (const read of reads.get(server) ?? []) {
      const key = `${read.name}, ${name}`
      const us = await measure(server, read, round === 0 ? count / 4 : count)
      // The first round warms up.
      if (round > 0) best.set(key, Math.min(us, best.get(key) ?? Number.POSITIVE_INFINITY))
    }
  }
}
for (const server of servers.values()) await server.stop()

console.log(`CPU time of the server per request, us, best of ${rounds} rounds of ${count}`)
for (const [key, us] of best) {
  const [read] = key.split(', ')
  const ratio = us / (best.get(`${read}, preconf`) ?? us)
  console.log(`${key.padEnd(40)} ${us.toFixed(0).padStart(5)}  ${ratio.toFixed(2)} x preconf`)
}

const call = 'eth_call of a view'
const anvilUs = best.get(`${call}, anvil`)
if (anvilUs !== undefined) {
  const ratio = anvilUs / (best.get(`${call}, preconf`) ?? anvilUs)
  goalAtLeast(`${call}, ${concurrency} at a time, CPU time`, ratio, 0.9, "x Anvil's speed")
}

for (const [name, read] of Object.entries(largeReads)) {
  const nodes = { preconf: () => startCommand(['--mining', 'auto']) }
  const both = anvil === undefined ? nodes : { ...nodes, anvil: () => startAnvil(anvil) }
  const fastest: Record<string, number> = {}
  for (let round = 0; round < 4; round++) {
    for (const [node, start] of Object.entries(both)) {
      const { ms, cpuMs } = await largeRead(start, read)
      console.log(`${name}, ${node}`.padEnd(40), `${ms.toFixed(2)} ms, ${cpuMs.toFixed(2)} of CPU`)
      fastest[node] = Math.min(ms, fastest[node] ?? Number.POSITIVE_INFINITY)
    }
  }
  const { preconf = 0, anvil: others } = fastest
  if (others !== undefined) goalAtLeast(`${name}, first`, others / preconf, 0.8, "x Anvil's speed")
}
