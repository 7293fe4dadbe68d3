import { EventEmitter } from 'eventemitter3'
import { yieldToEventLoop } from '../clock/pace.ts'
import { callEach } from '../lib/callEach.ts'
import { quantity } from '../lib/hex.ts'
import { Disconnected } from '../rpc/connection.ts'
import type { Dispatch } from '../rpc/dispatch.ts'
import { RawJson } from '../rpc/jsonText.ts'
import { invalidRequest, toRpcError } from '../rpc/rpcError.ts'
import type {
  Provider,
  ProviderEvents,
  ProviderMessage,
  ProviderRequest,
} from '../types/provider.ts'
import { InProcessConnection } from './inProcessConnection.ts'

interface ProviderOptions {
  readonly dispatch: Dispatch
  readonly chainId: () => bigint
  readonly onInternalError: (error: unknown) => void
}

/** The in-process EIP-1193 provider, with the connection over which its subscriptions are pushed. */
export class InProcessProvider implements Provider {
  readonly #events = new EventEmitter()
  readonly #options: ProviderOptions
  #connection = this.#connect()
  #isClosed = false

  constructor(options: ProviderOptions) {
    this.#options = options
  }

  /** Rejects with an `RpcError`: an `Error` with `code` and `data`. */
  async request(request: ProviderRequest): Promise<unknown> {
    const { onInternalError } = this.#options
    try {
      if (typeof request !== 'object' || request === null)
        throw invalidRequest('invalid request: give an object with method and params')
      const { method, params = [] } = request
      if (this.#isClosed) throw new Disconnected('the devnet is closed')
      if (typeof method !== 'string')
        throw invalidRequest('invalid request: method is not a string')
      if (!Array.isArray(params)) throw invalidRequest('non-array args')
      const result = await this.#answer(method, params)
      if (result instanceof RawJson) return JSON.parse(result.text)
      return result === undefined ? null : result
    } catch (thrown) {
      throw toRpcError(thrown, onInternalError)
    }
  }

  on<Event extends keyof ProviderEvents>(event: Event, listener: ProviderEvents[Event]): this {
    this.#events.on(event, listener)
    return this
  }

  removeListener<Event extends keyof ProviderEvents>(
    event: Event,
    listener: ProviderEvents[Event],
  ): this {
    this.#events.off(event, listener)
    return this
  }

  /** Resolves when listeners have received what was pushed, also over subscriptions that were just started. */
  async delivered(): Promise<void> {
    if (this.#connection.isHolding) await yieldToEventLoop()
  }

  /** Ends all subscriptions; requests are refused from now on. */
  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#connection.close()
    this.#tellDisconnect(new Disconnected('the devnet is closed'))
    this.#events.removeAllListeners()
  }

  #connect(): InProcessConnection {
    return new InProcessConnection(
      (text) => {
        const { params } = JSON.parse(text) as { params: ProviderMessage['data'] }
        const message: ProviderMessage = { type: 'eth_subscription', data: params }
        this.#emit('message', message)
      },
      (reason) => this.#reconnect(new Disconnected(reason)),
    )
  }

  /** When the connection breaks, its subscriptions and open requests end with it. */
  async #answer(method: string, params: readonly unknown[]): Promise<unknown> {
    const connection = this.#connection
    try {
      const result = await this.#dispatch(method, params, connection)
      if (!connection.isClosed || this.#isClosed) return result
    } catch (thrown) {
      if (!connection.isClosed && thrown instanceof Disconnected) this.#reconnect(thrown)
      throw thrown
    }
    throw new Disconnected('the connection broke before the answer')
  }

  /** A client must learn a subscription's id before the first push that names it. */
  async #dispatch(
    method: string,
    params: readonly unknown[],
    connection: InProcessConnection,
  ): Promise<unknown> {
    const { dispatch } = this.#options
    if (method !== 'eth_subscribe') return dispatch(method, params, connection)
    const subscriber = connection.forSubscriber()
    try {
      return await dispatch(method, params, subscriber)
    } finally {
      yieldToEventLoop().then(() => subscriber.release())
    }
  }

  /** Reconnects at once, so that only the requests fail that a fault is for. */
  #reconnect(reason: Disconnected): void {
    this.#connection.close()
    this.#connection = this.#connect()
    this.#tellDisconnect(reason)
    this.#emit('connect', { chainId: quantity(this.#options.chainId()) })
  }

  #tellDisconnect(reason: Disconnected): void {
    this.#emit('disconnect', toRpcError(reason, this.#options.onInternalError))
  }

  /** A listener that throws keeps neither others from the event nor a request from its answer. */
  #emit(event: keyof ProviderEvents, content: unknown): void {
    const call = (listener: (content: unknown) => void) => listener(content)
    callEach(this.#events.listeners(event), call, this.#options.onInternalError)
  }
}
