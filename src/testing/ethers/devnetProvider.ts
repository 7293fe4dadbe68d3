import {
  JsonRpcApiProvider,
  type JsonRpcError,
  type JsonRpcPayload,
  type JsonRpcResult,
  JsonRpcSigner,
  type LogParams,
  makeError,
  Network,
  type Subscriber,
  type Subscription,
  UnmanagedSubscriber,
} from 'ethers'
import { follow } from '../../provider/follow.ts'
import type { PreconfDevnet } from '../../types/devnet.ts'
import type { Provider } from '../../types/provider.ts'
import type { SubscriptionRequest } from '../../types/viemClients.ts'
import { PushSubscriber } from './pushSubscriber.ts'

/** In ms, where something is still polled; short, as a request in process costs next to nothing. */
const pollingInterval = 20

/**
 * An ethers provider for a devnet in this process. It caches no answers, and its events come from
 * subscriptions, without polling or timers.
 */
export class DevnetProvider extends JsonRpcApiProvider {
  /** Signers of the devnet's accounts, in their order; the devnet has the keys. */
  readonly signers: readonly JsonRpcSigner[]
  readonly #provider: Provider
  #nextId = 1

  constructor(devnet: Pick<PreconfDevnet, 'provider' | 'accounts' | 'chainId'>) {
    // No plugins: those of known networks ask servers for fees.
    const staticNetwork = new Network('preconf', devnet.chainId)
    super(undefined, { staticNetwork, cacheTimeout: -1, pollingInterval })
    this.#provider = devnet.provider
    this.signers = devnet.accounts.map(({ address }) => new JsonRpcSigner(this, address))
  }

  /** Sends at once: ethers would wait for a timer to batch requests. */
  override async send(method: string, params: unknown[] | Record<string, unknown>) {
    const payload: JsonRpcPayload = { id: this.#nextId++, jsonrpc: '2.0', method, params }
    if (this.destroyed) {
      const operation = { operation: method }
      throw makeError('provider destroyed; cancelled request', 'UNSUPPORTED_OPERATION', operation)
    }
    const answer = await this.#ask(payload)
    if ('error' in answer) throw this.getRpcError(payload, answer)
    return answer.result
  }

  override _send(
    payload: JsonRpcPayload | JsonRpcPayload[],
  ): Promise<(JsonRpcResult | JsonRpcError)[]> {
    return Promise.all([payload].flat().map((one) => this.#ask(one)))
  }

  override _getSubscriber(event: Subscription): Subscriber {
    switch (event.type) {
      case 'block':
        return this.#pushes(event, ['newHeads'], (header) =>
          this.emit('block', Number((header as { number: string }).number)),
        )
      case 'pending':
        return this.#pushes(event, ['newPendingTransactions'], (hash) => this.emit('pending', hash))
      case 'event':
        return this.#pushes(event, ['logs', event.filter], (log) =>
          this.emit(event.filter, this._wrapLog(log as LogParams, this._network)),
        )
      case 'transaction':
        return this.#receipts(event, event.hash)
      case 'orphan':
        // Logs that were removed come by the subscription of their event.
        if (event.filter.orphan === 'drop-log') return new UnmanagedSubscriber('drop-log')
    }
    return super._getSubscriber(event)
  }

  #pushes(
    event: Subscription,
    request: SubscriptionRequest,
    tell: (result: unknown) => void,
  ): Subscriber {
    return new PushSubscriber({
      follow: (onPush) => follow(this.#provider, request, { onPush }),
      tell,
      polling: () => super._getSubscriber(event),
    })
  }

  /** Asks for the receipt at once, after each block, and after a reconnect. */
  #receipts(event: Subscription, hash: string): Subscriber {
    const look = async (): Promise<void> => {
      const receipt = await this.getTransactionReceipt(hash)
      if (receipt !== null) this.emit(hash, receipt)
    }
    return new PushSubscriber({
      follow: async (onPush) => {
        const onResumed = () => onPush(undefined)
        const followed = await follow(this.#provider, ['newHeads'], { onPush, onResumed })
        onPush(undefined)
        return followed
      },
      tell: () => look().catch((error) => this.emit('error', error)),
      polling: () => super._getSubscriber(event),
    })
  }

  async #ask({ id, method, params }: JsonRpcPayload): Promise<JsonRpcResult | JsonRpcError> {
    try {
      return { id, result: await this.#provider.request({ method, params }) }
    } catch (thrown) {
      const { code, message, data } = thrown as JsonRpcError['error']
      return { id, error: { code, ...(message !== undefined && { message }), data } }
    }
  }
}
