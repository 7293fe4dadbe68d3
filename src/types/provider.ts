import type { Hex } from '../lib/hex.ts'

/** A request to an EIP-1193 provider. */
export interface ProviderRequest {
  /** Such as `eth_blockNumber`. */
  readonly method: string
  /** An array; the type is as wide as EIP-1193's. */
  readonly params?: readonly unknown[] | object | undefined
}

/** A push on a subscription, as EIP-1193 hands it to listeners of `message`. */
export interface ProviderMessage {
  readonly type: 'eth_subscription'
  /** The id of the subscription, and what it pushes. */
  readonly data: { readonly subscription: string; readonly result: unknown }
}

/** The events of a provider with their listeners (EIP-1193). */
export interface ProviderEvents {
  /** A subscription pushes something. */
  readonly message: (message: ProviderMessage) => void
  /** The provider can answer requests. */
  readonly connect: (info: { readonly chainId: Hex }) => void
  /** The devnet was closed; requests fail from now on. */
  readonly disconnect: (error: Error) => void
  /** The chain id has changed; as a hex quantity. */
  readonly chainChanged: (chainId: Hex) => void
  /** The accounts have changed; the new ones. */
  readonly accountsChanged: (accounts: readonly Hex[]) => void
}

/**
 * An EIP-1193 provider in process: no port, no JSON.
 * A failed request rejects with an `Error` that has the JSON-RPC `code` and `data`.
 */
export interface Provider {
  /**
   * Sends a JSON-RPC request and resolves with its result.
   *
   * @example
   * const head = await devnet.provider.request({ method: 'eth_blockNumber' })
   */
  // What a method answers is known to its caller; clients give the type.
  // biome-ignore lint/suspicious/noExplicitAny: EIP-1193 leaves the type of the answer open
  request(request: ProviderRequest): Promise<any>
  /**
   * Listens to an event of EIP-1193; `message` brings what subscriptions push.
   *
   * @example
   * await devnet.provider.request({ method: 'eth_subscribe', params: ['newFlashblocks'] })
   * devnet.provider.on('message', ({ data }) => console.log(data.result))
   */
  on<Event extends keyof ProviderEvents>(event: Event, listener: ProviderEvents[Event]): this
  /**
   * Stops listening: the listener is the one that was given to `on`.
   *
   * @example
   * const listener = (chainId: string) => console.log(chainId)
   * devnet.provider.on('chainChanged', listener)
   * devnet.provider.removeListener('chainChanged', listener)
   */
  removeListener<Event extends keyof ProviderEvents>(
    event: Event,
    listener: ProviderEvents[Event],
  ): this
}
