// debug_traceCall with each tracer, and eth_createAccessList, of loops by HTTP, on the built command and with
// `--anvil PATH` on Anvil in the same run: millions of gas per second of the server's CPU time.
// `npm run bench -- trace [--anvil PATH]`; build first.
import { encodeFunctionData, type Hex } from 'viem'
import { loopsAbi, loopsCode, smallCall } from './evmLoops.ts'
import { anvilPath, rpc, type Server, startAnvil, startCommand } from './servers.ts'

const address = `0x${'aa'.repeat(20)}`
const from = `0x${'bb'.repeat(20)}`
const gas = '0x2faf080'
/** Until its code is compiled, which is not of interest here. */
const warmUpRounds = 10
const rounds = 20

interface Way {
  readonly name: string
  /** The part of each loop that is run: an answer has its limits. */
  readonly part: number
  ask(server: Server, call: object): Promise<unknown>
}

function tracing(name: string, part: number, options: object): Way {
  const ask = ({ url }: Server, call: object) =>
    rpc(url, 'debug_traceCall', [call, 'latest', options])
  return { name, part, ask }
}

const ways: readonly Way[] = [
  { name: 'eth_call', part: 1, ask: ({ url }, call) => rpc(url, 'eth_call', [call, 'latest']) },
  tracing('callTracer', 1, { tracer: 'callTracer' }),
  tracing('callTracer withLog', 1, { tracer: 'callTracer', tracerConfig: { withLog: true } }),
  tracing('flatCallTracer', 1, { tracer: 'flatCallTracer' }),
  tracing('prestateTracer', 1, { tracer: 'prestateTracer' }),
  tracing('4byteTracer', 1, { tracer: '4byteTracer' }),
  {
    name: 'access list',
    part: 1,
    ask: ({ url }, call) => rpc(url, 'eth_createAccessList', [call, 'latest']),
  },
  tracing('structLogs', 1 / 100, {}),
  tracing('structLogs, no stack', 1 / 50, { disableStack: true, disableStorage: true }),
]

/** How often each loop runs for about ten million gas. */
const loops: readonly (readonly [name: string, functionName: string, rounds: number])[] = [
  ['arithmetic', 'arithmetic', 60_000],
  ['storage', 'store', 12_000],
  ['calls', 'call', 4_000],
  ['payments', 'transfer', 1_500],
]

const path = anvilPath()
const servers = [await startCommand(), ...(path === undefined ? [] : [await startAnvil(path)])]
for (const { url } of servers) {
  await rpc(url, 'anvil_setCode', [address, loopsCode])
  await rpc(url, 'eth_call', [{ to: address, data: smallCall.data }, 'latest'])
}
for (const [name, functionName, count] of loops) await compare(name, functionName, count)
for (const server of servers) await server.stop()

async function compare(name: string, functionName: string, count: number): Promise<void> {
  const table: Record<string, Record<string, string>> = {}
  for (const way of ways) {
    const args = [BigInt(Math.ceil(count * way.part))]
    const data = encodeFunctionData({ abi: loopsAbi, functionName, args })
    const call = { from, to: address, data, gas }
    const mgas = await gasOf(call)
    const speeds: string[] = []
    for (const server of servers) speeds.push(await speedOf(server, way, call, mgas))
    const [preconf = '', anvil] = speeds
    table[way.name] = { Mgas: mgas.toFixed(2), preconf, ...(anvil !== undefined && { anvil }) }
  }
  console.log(`${name}: Mgas per second of CPU time`)
  console.table(table)
}

async function gasOf(call: object): Promise<number> {
  const { url } = servers[0] as Server
  const frame = await rpc(url, 'debug_traceCall', [call, 'latest', { tracer: 'callTracer' }])
  return Number((frame as { gasUsed: Hex }).gasUsed) / 1e6
}

/** Millions of gas per second of CPU time, or why there is no answer. */
async function speedOf(server: Server, way: Way, call: object, mgas: number): Promise<string> {
  try {
    for (let round = 0; round < warmUpRounds; round++) await way.ask(server, call)
    const beforeMs = server.cpuMs()
    for (let round = 0; round < rounds; round++) await way.ask(server, call)
    return ((rounds * mgas * 1_000) / (server.cpuMs() - beforeMs)).toFixed(1)
  } catch (error) {
    return (error as Error).message.slice(0, 40)
  }
}
