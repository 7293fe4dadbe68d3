import { createTransport, RpcRequestError, SocketClosedError } from 'viem'
import type { Hex } from '../../lib/hex.ts'
import type { PreconfDevnet } from '../../types/devnet.ts'
import type { ProviderRequest } from '../../types/provider.ts'
import type { DevnetTransport } from '../../types/viemClients.ts'
import { follow } from '../follow.ts'

/** The URL in viem's errors. */
const url = 'in process'

export interface DevnetTransportConfig {
  /**
   * How often viem retries a request that failed with an error of the node. In process such an error
   * is not temporary.
   * @default 0
   */
  readonly retryCount?: number | undefined
  /**
   * Delay before the first retry, in ms; it doubles with each further one.
   * @default 150
   */
  readonly retryDelay?: number | undefined
}

/**
 * A viem transport to a devnet in this process, without sockets or polling. Watchers are notified of
 * each event immediately.
 *
 * @example
 * import { devnetTransport } from 'preconf/viem'
 * import { createPublicClient } from 'viem'
 *
 * const client = createPublicClient({ transport: devnetTransport(devnet), chain: devnet.viemChain })
 */
export function devnetTransport(
  { provider }: Pick<PreconfDevnet, 'provider'>,
  { retryCount = 0, retryDelay }: DevnetTransportConfig = {},
): DevnetTransport {
  const request = async ({ method, params }: ProviderRequest): Promise<unknown> => {
    try {
      return await provider.request({ method, params })
    } catch (error) {
      throw new RpcRequestError({ body: { method, params }, error: error as RpcError, url })
    }
  }
  return () =>
    createTransport(
      {
        key: 'preconf',
        name: 'preconf in process',
        type: 'webSocket',
        // viem gives each method its own type of answer.
        request: request as never,
        retryCount,
        retryDelay,
      },
      {
        subscribe: async ({ params, onData, onError }) => {
          const body = { method: 'eth_subscribe', params }
          const { id, end } = await follow(provider, params, {
            onPush: (result) => onData({ subscription: id, result }),
            onLost: () => onError?.(new SocketClosedError()),
          }).catch((error) => {
            throw new RpcRequestError({ body, error, url })
          })
          return {
            subscriptionId: id as Hex,
            unsubscribe: async () => ({ result: await end() }),
          }
        },
      },
    )
}

/** What a request is rejected with. */
interface RpcError extends Error {
  readonly code: number
  readonly data?: unknown
}
