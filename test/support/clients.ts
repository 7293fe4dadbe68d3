import {
  createWalletClient,
  custom,
  defineChain,
  type Hex,
  http,
  publicActions,
  type Transport,
  webSocket,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { PreconfDevnet } from '../../src/types/devnet.ts'

/** How viem describes a chain with pre-confirmations: its default block is then `pending`. */
export const preconfChain = defineChain({
  id: 31_337,
  name: 'preconf',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:8545'] } },
  blockTime: 2_000,
  experimental_preconfirmationTime: 200,
})

export const ways = ['in process', 'HTTP', 'WebSocket'] as const

export type Way = (typeof ways)[number]

/** viem's transport to the devnet on one of the ways; `close` ends what it opened. */
async function transportTo(
  devnet: PreconfDevnet,
  way: Way,
): Promise<{ readonly transport: Transport }> {
  if (way === 'in process') return { transport: custom(devnet.provider) }
  const { url, webSocketUrl } = await devnet.listen({ port: 0 })
  return way === 'HTTP'
    ? { transport: http(url, { retryCount: 0 }) }
    : { transport: webSocket(webSocketUrl, { retryCount: 0, reconnect: false }) }
}

/** A viem client that reads, writes and signs with the devnet's first key. */
export async function viemClient(devnet: PreconfDevnet, way: Way = 'in process') {
  const { transport } = await transportTo(devnet, way)
  const account = privateKeyToAccount(devnet.accounts[0]?.privateKey as Hex)
  return createWalletClient({
    account,
    chain: preconfChain,
    transport,
    pollingInterval: 20,
  }).extend(publicActions)
}
