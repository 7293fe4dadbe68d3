// What the clients of `bench -- workers` ask for: light requests in batches, as suites make them, and heavy ones.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeFunctionData, erc20Abi, type Hex, padHex, toHex } from 'viem'
import type { Ask } from './suiteTest.ts'
import { dealer, deployToken, kinds, signer } from './transferKinds.ts'

/** What each client sends, a body after the other. */
export interface Load {
  readonly bodies: readonly string[]
  /** Requests in a body. */
  readonly each: number
  /** Whether they are transactions, which are then to be in a block. */
  readonly mines: boolean
}

type Request = readonly [method: string, params: readonly unknown[]]

/** What tests of other people's contracts expect at this address. */
const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
const { abi, deployedBytecode } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../fixtures/Multicall3.json'), 'utf8'),
)
const { to, data } = kinds['ERC-20 transfers'] as { readonly to: Hex; readonly data: Hex }

/** Gives the chain what the loads need beside the token; the hash of a transaction of fifty calls. */
export async function prepare(ask: Ask): Promise<Hex> {
  await ask('hardhat_setCode', [multicall3, deployedBytecode])
  const request = { from: dealer, to: multicall3, data: balancesOf(50), gas: '0x4c4b40' }
  const hash = await ask('eth_sendTransaction', [request])
  await ask('evm_mine', [])
  return hash as Hex
}

/** By their names; `traced` is what `prepare` has given. */
export function loads(traced: Hex): Readonly<Record<string, () => Promise<Load>>> {
  const transfer = { from: dealer, to, data }
  const balances = { to: multicall3, data: balancesOf(200) }
  const simulated = Array.from({ length: 10 }, () => ({ calls: Array(20).fill(transfer) }))
  const deployed = { from: dealer, data: deployToken, gas: '0x1e8480' }
  return {
    'raw transfers': () => sent('raw transfers'),
    'ERC-20 transfers': () => sent('ERC-20 transfers'),
    'ERC-20 calls': async () => asked(60, 50, ['eth_call', [transfer, 'latest']]),
    'multicalls of 200 balances': async () => asked(40, 5, ['eth_call', [balances, 'latest']]),
    'simulations of 200 calls': async () =>
      asked(40, 1, ['eth_simulateV1', [{ blockStateCalls: simulated }, 'latest']]),
    'traces of 50 calls': async () => asked(10, 1, ['debug_traceTransaction', [traced]]),
    deployments: async () => ({
      ...asked(40, 10, ['eth_sendTransaction', [deployed]]),
      mines: true,
    }),
  }
}

async function sent(kind: string): Promise<Load> {
  const sign = await signer()
  const each = 50
  const body = () =>
    batch(sign(each, kinds[kind]).map(({ raw }) => ['eth_sendRawTransaction', [raw]]))
  return { bodies: Array.from({ length: 60 }, body), each, mines: true }
}

/** So many bodies, each with a request so many times. */
function asked(bodies: number, each: number, request: Request): Load {
  const body = batch(Array(each).fill(request))
  return { bodies: Array(bodies).fill(body), each, mines: false }
}

function batch(requests: readonly Request[]): string {
  const all = requests.map(([method, params], id) => ({ jsonrpc: '2.0', id, method, params }))
  return JSON.stringify(all.length === 1 ? all[0] : all)
}

/** Asks the token for the balances of so many accounts. */
function balancesOf(count: number): Hex {
  const calls = Array.from({ length: count }, (_, account) => ({
    target: to,
    allowFailure: false,
    callData: encodeFunctionData({
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [padHex(toHex(account + 1), { size: 20 })],
    }),
  }))
  return encodeFunctionData({ abi, functionName: 'aggregate3', args: [calls] })
}
