import { EventEmitter } from 'eventemitter3'
import { yieldToEventLoop } from '../clock/eventLoop.ts'
import { type Connection, nextConnectionId } from '../rpc/connection.ts'
import type { Dispatch } from '../rpc/dispatch.ts'
import { RawJson } from '../rpc/rawJson.ts'
import { invalidRequest, RpcError, toRpcError } from '../rpc/rpcError.ts'
import type { Provider, ProviderEvents, ProviderMessage, ProviderRequest } from '../types/devnet.ts'

/** EIP-1193: the provider is disconnected from all chains. */
const disconnectedCode = 4900

/** The in-process way to the desk: an EIP-1193 provider, and the connection that its subscriptions are pushed over. */
export class InProcessProvider implements Provider {
  readonly #events = new EventEmitter()
  readonly #dispatch: Dispatch
  readonly #onInternalError: (error: unknown) => void
  readonly #connection: Connection
  readonly #closeListeners = new Set<() => void>()
  /** Pushes of subscriptions whose ids their client does not know yet. */
  readonly #held: string[] = []
  #holding = 0
  #isClosed = false

  constructor(dispatch: Dispatch, onInternalError: (error: unknown) => void) {
    this.#dispatch = dispatch
    this.#onInternalError = onInternalError
    this.#connection = {
      id: nextConnectionId(),
      send: (message) => this.#push(message),
      onClose: (listener) => {
        if (this.#isClosed) listener()
        else this.#closeListeners.add(listener)
      },
    }
  }

  /** Rejects with an `RpcError`: an `Error` with `code` and `data`. */
  async request(request: ProviderRequest): Promise<unknown> {
    if (this.#isClosed) throw new RpcError(disconnectedCode, 'the devnet is closed')
    const { method, params = [] } = request
    if (typeof method !== 'string') throw invalidRequest('invalid request: method is no string')
    if (!Array.isArray(params)) throw invalidRequest('non-array args')
    try {
      const result = await this.#answer(method, params)
      if (result instanceof RawJson) return JSON.parse(result.text)
      return result === undefined ? null : result
    } catch (thrown) {
      throw toRpcError(thrown, this.#onInternalError)
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

  /** Ends all subscriptions; requests are refused from now on. */
  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    for (const listener of this.#closeListeners) listener()
    this.#closeListeners.clear()
    this.#events.emit('disconnect', new RpcError(disconnectedCode, 'the devnet is closed'))
    this.#events.removeAllListeners()
  }

  /** A client must learn a subscription's id before the first push that names it. */
  async #answer(method: string, params: readonly unknown[]): Promise<unknown> {
    if (method !== 'eth_subscribe') return this.#dispatch(method, params, this.#connection)
    this.#holding++
    try {
      return await this.#dispatch(method, params, this.#connection)
    } finally {
      yieldToEventLoop().then(() => this.#release())
    }
  }

  #release(): void {
    this.#holding--
    if (this.#holding > 0) return
    for (const text of this.#held.splice(0)) this.#push(text)
  }

  #push(text: string): void {
    if (this.#isClosed) return
    if (this.#holding > 0) {
      this.#held.push(text)
      return
    }
    const { params } = JSON.parse(text) as { params: ProviderMessage['data'] }
    const message: ProviderMessage = { type: 'eth_subscription', data: params }
    this.#events.emit('message', message)
  }
}
