import type {
  Chain,
  Client,
  WaitForTransactionReceiptParameters,
  WaitForTransactionReceiptReturnType,
  WatchBlockNumberParameters,
  WatchBlockNumberReturnType,
} from 'viem'
import { waitForTransactionReceipt, watchBlockNumber } from 'viem/actions'
import type { DevnetTransport } from '../../types/viemClients.ts'

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
