import { type Connection, nextConnectionId } from '../rpc/connection.ts'
import type { SharedMessage } from '../rpc/jsonText.ts'
import type { Provider, ProviderMessage } from '../types/provider.ts'
import type { SubscriptionRequest } from '../types/viemClients.ts'

/** A connection as seen by the request that subscribes. */
interface SubscriberConnection extends Connection {
  /** The client knows the subscription's id. */
  release(): void
}

/** The connection of a client in this process: `deliver` gets what is pushed to it. */
export class InProcessConnection implements Connection {
  readonly id = nextConnectionId()
  readonly isInProcess = true
  readonly #deliver: (message: string) => void
  #closeListeners: Set<() => void> | undefined = new Set()
  #held: string[] = []
  #holds = 0

  readonly #onEnd: (reason: string) => void

  /** `onEnd` is called when the server ends it. */
  constructor(deliver: (message: string) => void, onEnd: (reason: string) => void) {
    this.#deliver = deliver
    this.#onEnd = onEnd
  }

  get isClosed(): boolean {
    return this.#closeListeners === undefined
  }

  /** Whether something was pushed that is kept back. */
  get isHolding(): boolean {
    return this.#held.length > 0
  }

  send(message: string | SharedMessage): void {
    if (this.isClosed) return
    if (this.#holds > 0) this.#held.push(String(message))
    else this.#deliver(String(message))
  }

  onClose(listener: () => void): void {
    if (this.#closeListeners === undefined) listener()
    else this.#closeListeners.add(listener)
  }

  end(code: number, reason: string): void {
    if (!this.isClosed) this.#onEnd(`closed with ${code}: ${reason}`)
  }

  /** Keeps back all that is pushed, so that it stays in order, until the returned function is called. */
  hold(): () => void {
    this.#holds++
    return () => {
      this.#holds--
      if (this.#holds > 0) return
      // A listener may begin the next hold: the rest waits again.
      for (const message of this.#held.splice(0)) this.send(message)
    }
  }

  /**
   * Holds from the first push over it on, until it is released: a request that takes long delays
   * no pushes of other subscriptions.
   */
  forSubscriber(): SubscriberConnection {
    let release: (() => void) | undefined
    let isReleased = false
    return {
      id: this.id,
      send: (message) => {
        if (!isReleased) release ??= this.hold()
        this.send(message)
      },
      onClose: (listener) => this.onClose(listener),
      end: (code, reason) => this.end(code, reason),
      release: () => {
        isReleased = true
        release?.()
      },
    }
  }

  /** Ends all subscriptions over it. May be called twice. */
  close(): void {
    const listeners = this.#closeListeners ?? []
    this.#closeListeners = undefined
    for (const listener of listeners) listener()
  }
}

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
