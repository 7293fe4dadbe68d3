// Ten clients with heavy requests at the same time, again and again: endless calls, traces of large calls,
// access lists, memory that grows, modexp and pairings. Meanwhile another client asks for eth_blockNumber, and
// one listens to flashblocks. Prints how long the answers took and how late flashblocks came, on an idle chain
// and under all of it. `npm run bench -- heavy [--seconds N]`; build first.
import { parseArgs } from 'node:util'
import { httpClient, subscribe } from './client.ts'
import { heavyClient } from './heavyClient.ts'
import { heavyCode, heavyRequests } from './heavyRequests.ts'
import { sleep } from './load.ts'
import { percentile } from './percentile.ts'
import { rpc, startCommand } from './servers.ts'
import { fitGrid, lateness } from './tickGrid.ts'

const tickMs = 200
const { values } = parseArgs({ options: { seconds: { type: 'string', default: '15' } } })
const seconds = Number(values.seconds)

const server = await startCommand()
for (const code of heavyCode) await rpc(server.url, 'anvil_setCode', code)

/** How long answers to a small request take meanwhile, and when flashblocks come. */
async function listen(work: () => Promise<unknown>) {
  const arrivalsMs: number[] = []
  const waitsMs: number[] = []
  const unsubscribe = await subscribe(server.url, 'newFlashblocks', (_, at) => arrivalsMs.push(at))
  const client = httpClient(server.url, 1)
  let isOver = false
  const ask = async () => {
    while (!isOver) {
      const startMs = performance.now()
      await client.request('eth_blockNumber', [])
      waitsMs.push(performance.now() - startMs)
      await sleep(10)
    }
  }
  const asking = ask()
  await work()
  isOver = true
  await asking
  unsubscribe()
  client.close()
  return { arrivalsMs, waitsMs }
}

function row(values: readonly number[]): Record<string, string> {
  const at = (part: number) => percentile(values, part).toFixed(1)
  const over50 = values.filter((ms) => ms > 50).length
  return {
    count: `${values.length}`,
    '50 %': at(0.5),
    '99 %': at(0.99),
    most: at(1),
    'over 50 ms': `${over50}`,
  }
}

const idle = await listen(() => sleep(4_000))
const grid = fitGrid(idle.arrivalsMs, tickMs)
// In threads of their own: what they do with long answers must not delay those who measure.
const clients = await Promise.all(heavyRequests.map((request) => heavyClient(server.url, request)))
const answers: Record<string, number> = {}
const pressed = await listen(async () => {
  const counts = await Promise.all(clients.map((client) => client.ask(seconds)))
  for (const [index, [method]] of heavyRequests.entries()) {
    answers[`${index + 1}. ${method}`] = counts[index] ?? 0
  }
})
await server.stop()
console.log('requests that were answered meanwhile', answers)
console.log('ms')
console.table({
  'eth_blockNumber, idle': row(idle.waitsMs),
  'eth_blockNumber, pressed': row(pressed.waitsMs),
  'flashblock late, idle': row(lateness(grid, idle.arrivalsMs)),
  'flashblock late, pressed': row(lateness(grid, pressed.arrivalsMs)),
})
