import {
  type Chain,
  type Client,
  createTransport,
  RpcRequestError,
  SocketClosedError,
  type WaitForTransactionReceiptParameters,
  type WaitForTransactionReceiptReturnType,
  type WatchBlockNumberParameters,
  type WatchBlockNumberReturnType,
} from 'viem'
import { waitForTransactionReceipt, watchBlockNumber } from 'viem/actions'
import type { Hex } from '../../lib/hex.ts'
import type { PreconfDevnet } from '../../types/devnet.ts'
import type { ProviderRequest } from '../../types/provider.ts'
import type { DevnetTransport } from '../../types/viemClients.ts'
import { follow } from '../inProcessConnection.ts'

/** The URL in viem's errors. */
const url = 'in process'

/** How the transport retries. */
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

type DevnetClient = Client<DevnetTransport, Chain>

/** viem's `waitForTransactionReceipt`, which checks at each flashblock and block instead of by a timer. */
export function receiptByPush(client: DevnetClient) {
  const pushed = Object.assign({}, client, {
    watchBlockNumber: (parameters: WatchBlockNumberParameters) => watchPushes(client, parameters),
  })
  return {
    waitForTransactionReceipt: (
      parameters: WaitForTransactionReceiptParameters<Chain>,
    ): Promise<WaitForTransactionReceiptReturnType<Chain>> =>
      // Nothing arrives late in process: what is not there may come with the next push.
      waitForTransactionReceipt(pushed, { retryCount: 0, ...parameters }),
  }
}

/**
 * Reports the head's number now, at each block, and at each flashblock with transactions: one after
 * the other, as viem misses those that arrive while it checks. Polls as viem does where subscriptions
 * are not possible.
 */
function watchPushes(
  client: DevnetClient,
  parameters: WatchBlockNumberParameters,
): WatchBlockNumberReturnType {
  const { onBlockNumber, onError } = parameters
  let isActive = true
  let isTelling = false
  let isOutdated = false
  const tell = async (): Promise<void> => {
    isOutdated = true
    if (isTelling) return
    isTelling = true
    while (isActive && isOutdated) {
      isOutdated = false
      try {
        const number = await client.request({ method: 'eth_blockNumber' })
        await onBlockNumber(BigInt(number), undefined)
      } catch (error) {
        onError?.(error as Error)
      }
    }
    isTelling = false
  }
  const subscribe = async (kind: 'newHeads' | 'newFlashblockTransactions') => {
    const { unsubscribe } = await client.transport.subscribe({
      params: [kind],
      onData: tell,
      onError: tell,
    })
    return unsubscribe
  }
  const watching = Promise.all([
    subscribe('newHeads'),
    subscribe('newFlashblockTransactions'),
  ]).then(
    (ends) => {
      tell()
      return () => ends.map((end) => end())
    },
    () => (isActive ? watchBlockNumber(client, parameters) : () => {}),
  )
  return () => {
    isActive = false
    watching.then((end) => end())
  }
}
