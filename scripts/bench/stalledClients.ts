// What clients cost that never read: 25 WebSockets with 100 subscriptions each, while 120 blocks with twenty transfers
// are mined. Prints the memory of the command after some use, at most, and after as much use when the clients were cut
// off, and how long another client has waited for its answers. `npm run bench:stalled-clients [-- --clients N]`;
// build first.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { httpClient } from './client.ts'
import { sleep } from './load.ts'
import { percentile } from './percentile.ts'
import { rpc, startCommand } from './servers.ts'

const { values } = parseArgs({ options: { clients: { type: 'string', default: '25' } } })
const subscriptions = 100
const blocks = 120
const transfers = 20
/** Before and after them: what is not in use any more is collected when there is something to do. */
const usedForMs = 20_000

const megabytes = (bytes: number) => Math.round(bytes / 1e6)

const server = await startCommand(['--no-mining', '--prune-history'])
const { url } = server
const accounts = (await rpc(url, 'eth_accounts', [])) as readonly string[]
const client = httpClient(url, 1)

async function mine(): Promise<void> {
  for (let index = 0; index < transfers; index++) {
    const [from, to] = [0, 3].map((ahead) => accounts[(index + ahead) % accounts.length])
    await client.request('eth_sendTransaction', [{ from, to, value: '0x1', gas: '0x5208' }])
  }
  await client.request('evm_mine', [])
}

async function use(): Promise<void> {
  const endMs = performance.now() + usedForMs
  while (performance.now() < endMs) await mine()
}

async function subscribers(): Promise<number> {
  const metrics = (await client.request('preconf_metrics', [])) as {
    readonly connections: { readonly webSocket: number }
  }
  return metrics.connections.webSocket
}

await use()
const before = server.memoryBytes()
const stalled = fork(new URL('./stalledThread.mjs', import.meta.url).pathname, [
  url.replace('http', 'ws'),
  values.clients,
  String(subscriptions),
])
await once(stalled, 'message')
const connected = server.memoryBytes()
let most = 0
let isOver = false
const waitsMs: number[] = []
const asking = (async () => {
  const other = httpClient(url, 1)
  while (!isOver) {
    const startMs = performance.now()
    await other.request('eth_blockNumber', [])
    waitsMs.push(performance.now() - startMs)
    most = Math.max(most, server.memoryBytes())
    await sleep(10)
  }
  other.close()
})()
for (let block = 0; block < blocks; block++) await mine()
const left = await subscribers()
isOver = true
await asking
stalled.kill()
await use()
console.table({
  'memory after 20 s of use, MB': megabytes(before),
  'memory with their subscriptions, MB': megabytes(connected),
  'memory at most, MB': megabytes(most),
  'memory after 20 s of use without them, MB': megabytes(server.memoryBytes()),
  'of them still connected at the end': left,
  'wait of another client at 99 %, ms': Math.round(percentile(waitsMs, 0.99)),
  'wait of another client at most, ms': Math.round(percentile(waitsMs, 1)),
})
client.close()
await server.stop()
