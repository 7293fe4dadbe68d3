// What clients cost that never read: 25 WebSockets with 100 subscriptions each, while 120 blocks with twenty transfers
// are mined. Prints the memory of the command after some use, at most, when the clients were cut off and after as much
// use without them, as the machine sees it and what is in use of it, part by part, and how long another client has
// waited for its answers. `npm run bench -- stalled-clients [--clients N]`; build first.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { httpClient } from './client.ts'
import { sleep } from './load.ts'
import { percentile } from './percentile.ts'
import { rpc, startCommand } from './servers.ts'

const { values } = parseArgs({ options: { clients: { type: 'string', default: '25' } } })
const subscriptions = 100
const blocks = 120
const transfers = 20
/** Before and after them. */
const usedBlocks = 400

const megabytes = (bytes: number) => Math.round(bytes / 1e5) / 10

const probe = new URL('./memoryProbe.mjs', import.meta.url).pathname
const server = await startCommand(
  ['--no-mining', '--prune-history'],
  ['--expose-gc', '--import', probe],
)
const { url } = server
const usageFile = join(tmpdir(), `preconf-memory-${server.pid}.json`)
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
  for (let block = 0; block < usedBlocks; block++) await mine()
}

/** Megabytes resident at most until now, and of what is in use after collecting garbage. */
async function memory(resident = server.memoryBytes()) {
  process.kill(server.pid, 'SIGUSR2')
  while (!existsSync(usageFile)) await sleep(10)
  const usage = JSON.parse(readFileSync(usageFile, 'utf8')) as NodeJS.MemoryUsage
  rmSync(usageFile)
  return {
    resident: megabytes(resident),
    'resident, collected': megabytes(server.memoryBytes()),
    'objects in use': megabytes(usage.heapUsed),
    'outside of the heap': megabytes(usage.external),
    'of it buffers': megabytes(usage.arrayBuffers),
  }
}

async function subscribers(): Promise<number> {
  const metrics = (await client.request('preconf_metrics', [])) as {
    readonly connections: { readonly webSocket: number }
  }
  return metrics.connections.webSocket
}

await use()
const before = await memory()
const stalled = fork(new URL('./stalledThread.mjs', import.meta.url).pathname, [
  url.replace('http', 'ws'),
  values.clients,
  String(subscriptions),
])
await once(stalled, 'message')
const connected = await memory()
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
const cut = await memory(most)
stalled.kill()
await use()
console.table({
  [`${usedBlocks} blocks`]: before,
  'the clients subscribe': connected,
  [`${blocks} blocks with them`]: cut,
  [`${usedBlocks} blocks without them`]: await memory(),
})
console.table({
  'of them still connected at the end': left,
  'wait of another client at 99 %, ms': Math.round(percentile(waitsMs, 0.99)),
  'wait of another client at most, ms': Math.round(percentile(waitsMs, 1)),
})
client.close()
await server.stop()
