import type { Devnet } from '../devnet/devnet.ts'
import { readsPending } from '../devnet/options/chainStates.ts'
import { bridgeContractsOf, opStackContracts } from '../extensions/networks/opStack.ts'
import { type Hex, hexToBytes } from '../lib/hex.ts'
import type { Listening } from '../types/listening.ts'
import type { ViemChain } from '../types/viemClients.ts'

const ether = { name: 'Ether', symbol: 'ETH' }

/** The same address on all chains. */
const multicall3: Hex = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** The current devnet as a `Chain` of viem. */
export function viemChain(
  {
    protocol,
    schedule,
    readers,
    settings,
    hooks,
  }: Pick<Devnet, 'protocol' | 'schedule' | 'readers' | 'settings' | 'hooks'>,
  listening: Listening | undefined,
): ViemChain {
  const { mining, blockMs, flashblockMs } = schedule.cadence
  const { network, l1 } = settings
  const isPreconfirming = mining === 'flashblocks' || mining === 'manual'
  const hasFlashblocks = isPreconfirming && readsPending(network)
  const hasMulticall = readers.current.head.state.code(hexToBytes(multicall3)).length > 0
  return {
    id: Number(protocol.chainId),
    name: 'preconf',
    nativeCurrency: { ...(network?.currency ?? ether), decimals: 18 },
    rpcUrls: {
      default: {
        http: listening === undefined ? [] : [listening.url],
        webSocket: listening === undefined ? [] : [listening.webSocketUrl],
      },
    },
    blockTime: blockMs,
    ...(hasFlashblocks && { experimental_preconfirmationTime: flashblockMs }),
    contracts: {
      ...(hasMulticall && { multicall3: { address: multicall3 } }),
      ...(network?.rules === 'opStack' &&
        (l1 === undefined
          ? opStackContracts
          : bridgeContractsOf(network, l1.chainId, hooks.l1Contracts))),
    },
    testnet: true,
  }
}
