// 200 empty blocks by one request, over HTTP on a chain that has made some before: how long it takes, wall time;
// with `--anvil PATH` of Anvil in turn. The best of the rounds, as whatever else the machine does only adds.
// `npm run bench -- empty-blocks [--anvil PATH]`.
import { httpClient } from './client.ts'
import { goal } from './goal.ts'
import { anvilPath, startAnvil, startCommand } from './servers.ts'

const rounds = 40
const blocks = 200

const anvil = anvilPath()
const servers = new Map([['preconf', await startCommand(['--mining', 'auto'])]])
if (anvil !== undefined) servers.set('anvil', await startAnvil(anvil))
const best = new Map<string, number>()
const clients = [...servers].map(([name, { url }]) => ({ name, client: httpClient(url, 1) }))
for (let round = 0; round < rounds; round++) {
  for (const { name, client } of clients) {
    const startedMs = performance.now()
    await client.request('hardhat_mine', [`0x${blocks.toString(16)}`])
    const ms = performance.now() - startedMs
    best.set(name, Math.min(ms, best.get(name) ?? Number.POSITIVE_INFINITY))
    const number = await client.request('eth_blockNumber', [])
    if (Number(number) !== (round + 1) * blocks) throw new Error(`${name} is at block ${number}`)
  }
}
for (const { client } of clients) client.close()
for (const server of servers.values()) await server.stop()
for (const [name, ms] of best) console.log(`${name.padEnd(10)} ${ms.toFixed(2)} ms`)
goal(`${blocks} empty blocks in one request`, best.get('preconf') ?? Number.NaN, 2, 'ms')
