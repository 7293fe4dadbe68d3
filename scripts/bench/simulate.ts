// eth_simulateV1 of 10 blocks x 100 ERC-20 transfers on a running chain: how long it takes, and how long
// the event loop stands still meanwhile, which is what delays a flashblock.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { encodeFunctionData, type Hex } from 'viem'
import { createDevnet } from '../../src/createDevnet.ts'
import { viemClient } from '../../test/support/clients.ts'
import { tokenAbi, tokenBytecode } from '../../test/support/token.ts'

const rounds = 10
const bob = '0x00000000000000000000000000000000000000b0'

await using devnet = await createDevnet()
const client = await viemClient(devnet)
const deployment = await client.deployContract({
  abi: tokenAbi,
  bytecode: tokenBytecode,
  args: ['Test', 'TST', 10n ** 18n],
})
await devnet.seal()
const { contractAddress } = await client.getTransactionReceipt({ hash: deployment })
const call = {
  from: client.account.address,
  to: contractAddress as Hex,
  data: encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [bob, 1n] }),
}
const payload = {
  blockStateCalls: Array.from({ length: 10 }, () => ({
    calls: Array.from({ length: 100 }, () => call),
  })),
}

const ticks: number[] = []
devnet.on('flashblock', () => ticks.push(performance.now()))
const stalls = monitorEventLoopDelay({ resolution: 1 })
const timesMs: number[] = []
for (let round = 0; round < rounds; round++) {
  // The first ones warm up.
  if (round === 3) stalls.enable()
  const startedMs = performance.now()
  await devnet.provider.request({ method: 'eth_simulateV1', params: [payload, 'pending'] })
  timesMs.push(performance.now() - startedMs)
}
stalls.disable()
timesMs.splice(0, 3)
timesMs.sort((left, right) => left - right)
const medianMs = timesMs[timesMs.length >> 1] as number
const distances = ticks.slice(1).map((tick, index) => tick - (ticks[index] as number))
console.log(
  `10 blocks x 100 ERC-20 transfers: median ${medianMs.toFixed(0)} ms, ${((1000 / medianMs) * 1000).toFixed(0)} calls/s`,
)
console.log(
  `longest stall of the event loop: ${(stalls.max / 1e6).toFixed(1)} ms, 99 %: ${(stalls.percentile(99) / 1e6).toFixed(1)} ms`,
)
console.log(
  `longest distance between flashblocks meanwhile: ${Math.max(...distances).toFixed(1)} ms of 200 ms`,
)
