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
import { type Followed, follow } from '../../provider/inProcessConnection.ts'
import type { PreconfDevnet } from '../../types/devnet.ts'
import type { Provider } from '../../types/provider.ts'
import type { SubscriptionRequest } from '../../types/viemClients.ts'

/** What the subscriber of an event needs. */
interface PushSource {
  /** Subscribes, and calls `onPush` with each push. */
  readonly follow: (onPush: (result: unknown) => void) => Promise<Followed>
  readonly tell: (result: unknown) => void
  /** A polling subscriber, used where subscriptions are not possible. */
  readonly polling: () => Subscriber
}

/** Serves the listeners of one event of an ethers provider by a subscription. */
class PushSubscriber implements Subscriber {
  readonly #source: PushSource
  /** What stops it. */
  #started: Promise<() => unknown> | undefined
  /** Pushes that wait for the end of a pause. */
  #held: unknown[] = []
  #pause: 'holding' | 'dropping' | undefined

  constructor(source: PushSource) {
    this.#source = source
  }

  start(): void {
    this.#started ??= this.#begin()
  }

  stop(): void {
    this.#started?.then((stop) => stop())
    this.#started = undefined
  }

  pause(dropWhilePaused?: boolean): void {
    this.#pause = dropWhilePaused ? 'dropping' : 'holding'
  }

  resume(): void {
    this.#pause = undefined
    for (const result of this.#held.splice(0)) this.#source.tell(result)
  }

  async #begin(): Promise<() => unknown> {
    const { follow, polling } = this.#source
    try {
      const { end } = await follow((result) => this.#pushed(result))
      return end
    } catch {
      const subscriber = polling()
      subscriber.start()
      return () => subscriber.stop()
    }
  }

  #pushed(result: unknown): void {
    if (this.#pause === 'dropping') return
    if (this.#pause === 'holding') this.#held.push(result)
    else this.#source.tell(result)
  }
}

/** The polling interval in ms, where something is polled; short, because requests in process are cheap. */
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
