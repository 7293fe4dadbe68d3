// Ten clients with heavy requests at the same time, again and again: endless calls, traces of large calls,
// access lists, memory that grows, modexp and pairings. Meanwhile another client asks for eth_blockNumber, and
// one listens to flashblocks. Prints how long the answers took and how late flashblocks came, on an idle chain
// and under all of it. `npm run bench:heavy [-- --seconds N]`; build first.
import { parseArgs } from 'node:util'
import { encodeFunctionData } from 'viem'
import { httpClient, subscribe } from './client.ts'
import { endlessLoops, loopsAbi, loopsCode } from './evmLoops.ts'
import { sleep } from './load.ts'
import { percentile } from './percentile.ts'
import { callerCode, callerData, works } from './precompileCalls.ts'
import { rpc, startCommand } from './servers.ts'
import { fitGrid, lateness } from './tickGrid.ts'

const tickMs = 200
const loopsAt = `0x${'aa'.repeat(20)}`
const precompilesAt = `0x${'bb'.repeat(20)}`
const memoryAt = `0x${'cc'.repeat(20)}`
/** Stores at offsets that double until the gas is gone, in calls of itself. */
const memoryBomb = '0x60015b8052600160011b805956'
const gas = '0x2faf080'
const repeats = 1_000_000
const { values } = parseArgs({ options: { seconds: { type: 'string', default: '15' } } })
const seconds = Number(values.seconds)

type Request = readonly [method: string, params: readonly unknown[]]

const [arithmetic, keccak, storage, calls, payments] = endlessLoops
if (!arithmetic || !keccak || !storage || !calls || !payments) throw new Error('no loops')
const loopCall = (data: string) => ({ to: loopsAt, data, gas })
const traced = (functionName: string, count: bigint, options: object): Request => {
  const data = encodeFunctionData({ abi: loopsAbi, functionName, args: [count] })
  return ['debug_traceCall', [loopCall(data), 'latest', options]]
}
const precompile = (kind: RegExp): Request => {
  const work = works.find(({ name }) => kind.test(name))
  if (work === undefined) throw new Error(`no precompile ${kind}`)
  const data = callerData(work.calls(0), repeats)
  return ['eth_call', [{ to: precompilesAt, data, gas }, 'latest']]
}

/** One for each of the ten. */
const requests: readonly Request[] = [
  ['eth_call', [loopCall(arithmetic.data), 'latest']],
  ['eth_call', [loopCall(storage.data), 'latest']],
  ['eth_call', [{ to: memoryAt, gas }, 'latest']],
  precompile(/modexp/i),
  precompile(/pairing/i),
  traced('call', 15_000n, { tracer: 'callTracer' }),
  traced('transfer', 3_000n, { tracer: 'prestateTracer' }),
  traced('arithmetic', 800n, {}),
  ['eth_createAccessList', [loopCall(storage.data), 'latest']],
  ['trace_call', [loopCall(payments.data), ['trace'], 'latest']],
]

const server = await startCommand()
await rpc(server.url, 'anvil_setCode', [loopsAt, loopsCode])
await rpc(server.url, 'anvil_setCode', [precompilesAt, callerCode])
await rpc(server.url, 'anvil_setCode', [memoryAt, memoryBomb])

const answers: Record<string, number> = {}

/** Sends a request again and again, whatever comes of it. */
async function press([method, params]: Request, endMs: number): Promise<void> {
  const client = httpClient(server.url, 1)
  while (performance.now() < endMs) {
    await client.request(method, params).catch(() => {})
    answers[method] = (answers[method] ?? 0) + 1
  }
  client.close()
}

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
  return { count: `${values.length}`, '50 %': at(0.5), '99 %': at(0.99), most: at(1) }
}

const idle = await listen(() => sleep(4_000))
const grid = fitGrid(idle.arrivalsMs, tickMs)
const endMs = performance.now() + seconds * 1_000
const pressed = await listen(() => Promise.all(requests.map((request) => press(request, endMs))))
await server.stop()
console.log('requests that were answered meanwhile', answers)
console.log('ms')
console.table({
  'eth_blockNumber, idle': row(idle.waitsMs),
  'eth_blockNumber, pressed': row(pressed.waitsMs),
  'flashblock late, idle': row(lateness(grid, idle.arrivalsMs)),
  'flashblock late, pressed': row(lateness(grid, pressed.arrivalsMs)),
})
