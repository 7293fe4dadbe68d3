// eth_call of loops by HTTP, on the built command and with `--anvil PATH` on Anvil in the same run, and by
// EthereumJS's own interpreter in process: millions of gas per second of the server's CPU time.
// `npm run bench -- evm [--anvil PATH]`; build first.
import { createEVM, type EVM } from '@ethereumjs/evm'
import { Address } from '@ethereumjs/util'
import { initCrypto } from '../../src/ethereumjs/crypto.ts'
import { createProtocol } from '../../src/ethereumjs/protocol/protocol.ts'
import { hexToBytes } from '../../src/lib/hex.ts'
import { emptyState } from '../../src/state/persistentState.ts'
import { type Loop, loops, loopsCode, smallCall } from './evmLoops.ts'
import { goalAtLeast } from './goal.ts'
import { anvilPath, rpc, type Server, startAnvil, startCommand } from './servers.ts'

const rounds = 10
const address = `0x${'aa'.repeat(20)}`
const gas = 50_000_000

const table: Record<string, Record<string, string>> = {}
const path = anvilPath()
const servers = [await startCommand(), ...(path === undefined ? [] : [await startAnvil(path)])]
for (const { url } of servers) {
  await rpc(url, 'anvil_setCode', [address, loopsCode])
  // The first call of a process loads what calls need, whatever code it runs.
  await rpc(url, 'eth_call', [{ to: address, data: smallCall.data }, 'latest'])
}
const stock = await stockRunner()

for (const loop of loops) {
  const { gasUsed, cpuMs: stockMs } = await stock(loop)
  const speeds = []
  for (const server of servers) {
    const first = await measure(server, loop, 1)
    speeds.push({ first, hot: await measure(server, loop, rounds) })
  }
  const [ours, anvil] = speeds
  if (ours === undefined) continue
  table[loop.name] = {
    Mgas: (gasUsed / 1e6).toFixed(1),
    EthereumJS: speed(gasUsed, stockMs),
    'first run': speed(gasUsed, ours.first),
    hot: speed(gasUsed, ours.hot),
    ...(anvil && {
      Anvil: speed(gasUsed, anvil.hot),
      'first / Anvil': (anvil.hot / ours.first).toFixed(2),
      'hot / Anvil': (anvil.hot / ours.hot).toFixed(2),
    }),
  }
}
for (const server of servers) await server.stop()
console.log('Mgas per second of CPU time')
console.table(table)
for (const name of path === undefined ? [] : ['arithmetic', 'keccak', 'sorting in memory'])
  goalAtLeast(name, Number(table[name]?.['hot / Anvil']), 1, "x Anvil's speed")

/** CPU time of the server for each of so many calls, in ms. */
async function measure(server: Server, { data }: Loop, calls: number): Promise<number> {
  const beforeMs = server.cpuMs()
  const call = { to: address, data, gas: `0x${gas.toString(16)}` }
  for (let round = 0; round < calls; round++) await rpc(server.url, 'eth_call', [call, 'latest'])
  return (server.cpuMs() - beforeMs) / calls
}

/** Runs a loop once by EthereumJS's own interpreter. */
async function stockRunner(): Promise<(loop: Loop) => Promise<{ gasUsed: number; cpuMs: number }>> {
  await initCrypto()
  const protocol = createProtocol({ chainId: 1, hardfork: 'osaka', transactionGasCap: false })
  const state = emptyState().fork()
  const to = hexToBytes(address)
  state.writeAccount(to, { nonce: 1n })
  state.writeCode(to, hexToBytes(loopsCode))
  const tree = state.tree()
  const evm = (await createEVM({
    common: protocol.commonAt(0n, 0n),
    stateManager: state,
  })) as EVM
  return async ({ data }) => {
    state.load(tree)
    const before = process.cpuUsage()
    const { execResult } = await evm.runCall({
      to: new Address(to),
      data: hexToBytes(data),
      gasLimit: BigInt(gas),
    })
    const { user, system } = process.cpuUsage(before)
    evm.journal.cleanJournal()
    return { gasUsed: Number(execResult.executionGasUsed), cpuMs: (user + system) / 1000 }
  }
}

function speed(gasUsed: number, cpuMs: number): string {
  return (gasUsed / cpuMs / 1000).toFixed(0)
}
