// How late flashblocks come while long eth_calls run: the built command in a process of its own sends one
// each 200 ms; meanwhile two connections ask for calls of 50 million gas, the most that one can have, again
// and again. Prints how late the first message of each tick came, at most and at 99 %, on an idle chain and
// for each kind of loop. `npm run bench:call-delay [-- --seconds N]`
import { parseArgs } from 'node:util'
import { httpClient, subscribe } from './client.ts'
import { endlessLoops, type Loop, loopsCode } from './evmLoops.ts'
import { sleep } from './load.ts'
import { percentile } from './percentile.ts'
import { rpc, type Server, startCommand } from './servers.ts'
import { fitGrid, lateness, type TickGrid } from './tickGrid.ts'

const tickMs = 200
const address = `0x${'aa'.repeat(20)}`
const gas = '0x2faf080'
const connections = 2
/** The most that a flashblock may be late. */
const boundMs = 20

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '6' } } })
const seconds = Number(values.seconds)
if (!(seconds >= 1)) {
  console.error(`--seconds ${values.seconds}: give a number of at least 1`)
  process.exit(1)
}

/** When messages of flashblocks come while `work` goes on. */
async function arrivals({ url }: Server, work: () => Promise<unknown>): Promise<readonly number[]> {
  const arrivalsMs: number[] = []
  const unsubscribe = await subscribe(url, 'newFlashblocks', (_, atMs) => arrivalsMs.push(atMs))
  await work()
  unsubscribe()
  return arrivalsMs
}

/** Calls a loop again and again, until its gas is used up each time; gives how many calls that were. */
async function callFor({ url }: Server, { data }: Loop): Promise<number> {
  const client = httpClient(url, connections)
  const endMs = performance.now() + seconds * 1000
  let calls = 0
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < endMs) {
        const params = [{ to: address, data, gas }, 'latest']
        const failure = await client.request('eth_call', params).catch((error: Error) => error)
        const isOutOfGas = failure instanceof Error && failure.message.includes('out of gas')
        if (!isOutOfGas) throw new Error('a call has not used up its gas', { cause: failure })
        calls++
      }
    }),
  )
  client.close()
  return calls
}

function latenessOf(grid: TickGrid, arrivalsMs: readonly number[]): Record<string, string> {
  const lateMs = lateness(grid, arrivalsMs)
  const mostMs = Math.max(...lateMs)
  return {
    ticks: `${lateMs.length}`,
    'latest, ms': mostMs.toFixed(1),
    '99 %, ms': percentile(lateMs, 0.99).toFixed(1),
    [`within ${boundMs} ms`]: mostMs <= boundMs ? 'yes' : 'NO',
  }
}

const server = await startCommand()
await rpc(server.url, 'anvil_setCode', [address, loopsCode])
const idle = await arrivals(server, () => sleep(seconds * 1000))
const grid = fitGrid(idle, tickMs)
const table: Record<string, Record<string, string>> = { idle: latenessOf(grid, idle) }
for (const loop of endlessLoops) {
  let calls = 0
  const heard = await arrivals(server, async () => {
    calls = await callFor(server, loop)
  })
  table[loop.name] = { calls: `${calls}`, ...latenessOf(grid, heard) }
}
await server.stop()
console.log(`flashblocks each ${tickMs} ms, ${connections} calls of 50 Mgas at a time`)
console.table(table)
