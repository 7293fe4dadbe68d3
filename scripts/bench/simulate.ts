// eth_simulateV1 of ERC-20 transfers. By HTTP, 10 blocks x 20 and 1 x 100: CPU time of the built command for each
// call, with `--anvil PATH` beside Anvil in the same run. In process, 10 blocks x 100 on a running chain:
// how long it takes, and how long the event loop stands still meanwhile, which is what delays a flashblock.
// `npm run bench -- simulate [--anvil PATH]`; SIMULATIONS is how many per round.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { encodeDeployData, encodeFunctionData, type Hex } from 'viem'
import token from '../../fixtures/Token.json' with { type: 'json' }
import { createDevnet } from '../../src/app/createDevnet.ts'
import { httpClient } from './client.ts'
import { goalAtLeast } from './goal.ts'
import { anvilPath, type Server, startAnvil, startCommand } from './servers.ts'

type Ask = (method: string, params: readonly unknown[]) => Promise<unknown>

const rounds = 5
const perRound = Number(process.env.SIMULATIONS ?? 100)
/** By HTTP. */
const shapes = [
  { blocks: 10, calls: 20 },
  { blocks: 1, calls: 100 },
]
const inProcess = { blocks: 10, calls: 100 }

const alice = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const bob = '0x00000000000000000000000000000000000000b0'

/** Deploys the token, whose holder is who deploys it. */
async function deployToken(ask: Ask): Promise<Hex> {
  const data = encodeDeployData({
    abi: token.abi,
    bytecode: token.bytecode as Hex,
    args: ['Test', 'TST', 10n ** 24n],
  })
  const hash = await ask('eth_sendTransaction', [{ from: alice, data, gas: '0x300000' }])
  await ask('evm_mine', [])
  const receipt = await ask('eth_getTransactionReceipt', [hash])
  return (receipt as { contractAddress: Hex }).contractAddress
}

/** Parameters of a simulation of transfers of the token. */
function simulationOf(
  to: Hex,
  { blocks, calls: callsPerBlock }: (typeof shapes)[number],
  block: string,
): readonly unknown[] {
  const data = encodeFunctionData({ abi: token.abi, functionName: 'transfer', args: [bob, 1n] })
  const calls = Array.from({ length: callsPerBlock }, () => ({ from: alice, to, data }))
  return [{ blockStateCalls: Array.from({ length: blocks }, () => ({ calls })) }, block]
}

interface SimulatedBlock {
  readonly calls: readonly { readonly logs: readonly unknown[] }[]
}

/** Refuses an answer in which a transfer was none. */
function checkCalls(answer: unknown, count: number): void {
  const calls = (answer as readonly SimulatedBlock[]).flatMap((block) => block.calls)
  if (calls.length !== count || calls.some(({ logs }) => logs.length !== 1)) {
    throw new Error('a simulated call has transferred nothing')
  }
}

/** CPU time of the server per call, in microseconds: the best round. */
async function byHttp(name: string, server: Server): Promise<() => Promise<void>> {
  const { request } = httpClient(server.url, 1)
  const token = await deployToken(request)
  return async () => {
    for (const shape of shapes) {
      const params = simulationOf(token, shape, 'latest')
      const count = shape.blocks * shape.calls
      checkCalls(await request('eth_simulateV1', params), count)
      const startedMs = server.cpuMs()
      for (let left = perRound; left > 0; left--) await request('eth_simulateV1', params)
      const us = ((server.cpuMs() - startedMs) / perRound / count) * 1000
      const key = keyOf(shape, name)
      best.set(key, Math.min(us, best.get(key) ?? Number.POSITIVE_INFINITY))
    }
  }
}

function keyOf({ blocks, calls }: (typeof shapes)[number], name: string): string {
  return `${blocks} x ${calls}, ${name}`
}

const best = new Map<string, number>()

async function compareByHttp(): Promise<void> {
  const anvil = anvilPath()
  const servers = new Map([['preconf', await startCommand()]])
  if (anvil !== undefined) servers.set('anvil', await startAnvil(anvil))
  const runs: (() => Promise<void>)[] = []
  for (const [name, server] of servers) runs.push(await byHttp(name, server))
  for (let round = 0; round <= rounds; round++) {
    for (const run of runs) await run()
    // The first round warms up.
    if (round === 0) best.clear()
  }
  for (const server of servers.values()) await server.stop()
  console.log(
    `blocks x calls by HTTP: CPU time of the server per call, best of ${rounds} rounds of ${perRound}`,
  )
  for (const [key, us] of best) {
    const perSecond = (1e6 / us).toFixed(0)
    console.log(
      `${key.padEnd(18)} ${us.toFixed(1).padStart(6)} us  ${perSecond.padStart(7)} calls/s`,
    )
  }
  for (const shape of anvil === undefined ? [] : shapes) {
    const ours = keyOf(shape, 'preconf')
    const ratio = (best.get(keyOf(shape, 'anvil')) ?? 0) / (best.get(ours) ?? 1)
    goalAtLeast(`${ours}, CPU time`, ratio, 0.8, "x Anvil's speed")
  }
}

async function measureStalls(): Promise<void> {
  await using devnet = await createDevnet()
  const ask: Ask = (method, params) => devnet.provider.request({ method, params })
  const params = simulationOf(await deployToken(ask), inProcess, 'pending')
  const ticks: number[] = []
  devnet.on('flashblock', () => ticks.push(performance.now()))
  const stalls = monitorEventLoopDelay({ resolution: 1 })
  const timesMs: number[] = []
  for (let round = 0; round < 10; round++) {
    // The first ones warm up.
    if (round === 3) stalls.enable()
    const startedMs = performance.now()
    await ask('eth_simulateV1', params)
    timesMs.push(performance.now() - startedMs)
  }
  stalls.disable()
  timesMs.splice(0, 3)
  timesMs.sort((left, right) => left - right)
  const medianMs = timesMs[timesMs.length >> 1] as number
  const distances = ticks.slice(1).map((tick, index) => tick - (ticks[index] as number))
  const { blocks, calls } = inProcess
  const perSecond = ((blocks * calls) / medianMs) * 1000
  console.log(
    `${blocks} blocks x ${calls} calls in process: median ${medianMs.toFixed(0)} ms, ${perSecond.toFixed(0)} calls/s`,
  )
  console.log(
    `longest stall of the event loop: ${(stalls.max / 1e6).toFixed(1)} ms, 99 %: ${(stalls.percentile(99) / 1e6).toFixed(1)} ms`,
  )
  console.log(
    `longest distance between flashblocks meanwhile: ${Math.max(...distances).toFixed(1)} ms of 200 ms`,
  )
}

await compareByHttp()
await measureStalls()
