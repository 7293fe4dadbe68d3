import type { Provider, ProviderMessage } from '../types/provider.ts'
import type { SubscriptionRequest } from '../types/viemClients.ts'

/** Listeners of a subscription. */
export interface Follower {
  readonly onPush: (result: unknown) => void
  /** The connection broke; pushes are missed until it is back. */
  readonly onLost?: ((error: Error) => void) | undefined
  /** The subscription was started again after that. */
  readonly onResumed?: (() => void) | undefined
}

/** A subscription that was started. */
export interface Followed {
  /** Its first id. */
  readonly id: string
  /** Ends it; resolves with whether it was still active. May be called twice. */
  end(): Promise<boolean>
}

/**
 * Subscribes by `eth_subscribe`, and again after a reconnect. Rejects with the error of the request.
 */
export async function follow(
  provider: Provider,
  request: SubscriptionRequest,
  { onPush, onLost, onResumed }: Follower,
): Promise<Followed> {
  const subscribe = (): Promise<string> =>
    provider.request({ method: 'eth_subscribe', params: request })
  const unsubscribe = (id: string): Promise<boolean> =>
    // On a chain that is closed there is nothing to end.
    provider.request({ method: 'eth_unsubscribe', params: [id] }).catch(() => false)
  const first = await subscribe()
  let current: string | undefined = first
  let isEnded = false

  const onMessage = ({ data }: ProviderMessage): void => {
    if (data.subscription === current) onPush(data.result)
  }
  const onDisconnect = (error: Error): void => {
    if (current === undefined) return
    current = undefined
    onLost?.(error)
  }
  const onConnect = (): void => {
    subscribe().then((id) => {
      if (isEnded) return void unsubscribe(id)
      current = id
      onResumed?.()
    }, onLost)
  }
  provider.on('message', onMessage)
  provider.on('disconnect', onDisconnect)
  provider.on('connect', onConnect)

  return {
    id: first,
    end: async () => {
      isEnded = true
      provider.removeListener('message', onMessage)
      provider.removeListener('disconnect', onDisconnect)
      provider.removeListener('connect', onConnect)
      const id = current
      current = undefined
      return id !== undefined && unsubscribe(id)
    },
  }
}
