import * as v from 'valibot'
import type { Devnet } from '../../devnet/devnet.ts'
import { bytesToHex, type Hex } from '../../lib/hex.ts'
import { defaultLimits, limitWords } from '../../lib/limits.ts'
import { criteriaWords, type Holder, Shares } from '../../lib/shares.ts'
import type { NetworkRecord } from '../../types/network.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import type { Connection } from '../connection.ts'
import { restOfPush } from '../format/encodeOnce.ts'
import { SharedMessage, SharedText } from '../jsonText.ts'
import { type ParamsSchema, parseParams } from '../params.ts'
import { RpcError } from '../rpcError.ts'

/** Takes a result to a subscriber: its JSON, or the rest of a push, which many share. */
export type Push = (result: string | SharedText) => void

/** A subscription type of `eth_subscribe`. */
export interface SubscriptionKind {
  /** The name in `eth_subscribe`. */
  readonly name: string
  /** Parses all parameters of `eth_subscribe` and pushes from now on, until the returned function is called. */
  start(devnet: Devnet, args: readonly unknown[], push: Push): () => void
}

/** The first parameter of `eth_subscribe`. */
export const kindName = v.string('expected a string')

/** `params` is the schema of all parameters of `eth_subscribe`, the kind's name first. */
export function defineSubscription<const params extends ParamsSchema>(definition: {
  readonly name: string
  readonly params: params
  readonly start: (devnet: Devnet, params: v.InferOutput<params>, push: Push) => () => void
}): SubscriptionKind {
  const { name, params, start } = definition
  return {
    name,
    start: (devnet, args, push) => start(devnet, parseParams(params, args), push),
  }
}

/** Bytes of a subscription's id. */
const idBytes = 16

/** What is subscribed to. */
interface Asked {
  /** The name in `eth_subscribe`. */
  readonly name: string
  /** The size of its criteria. */
  readonly bytes: number
  readonly holder?: Holder
  /** How many the connection can have on the network, and how its nodes refuse more. */
  readonly limit?: NetworkRecord['subscriptionLimit'] | undefined
}

interface Subscription extends Asked {
  readonly stop: () => void
}

/** All subscriptions; they end with the connection or on request. */
export class Subscriptions {
  readonly #maxPerConnection: number
  readonly #criteria: Shares
  readonly #byConnection = new Map<string, Map<Hex, Subscription>>()
  #count = 0

  /**
   * `maxPerConnection`: subscriptions of one connection; by default as many as reth allows. `criteria` counts the
   * bytes that they ask for.
   */
  constructor(
    maxPerConnection: number = defaultLimits.subscriptions,
    criteria = new Shares(defaultLimits.criteriaBytes),
  ) {
    this.#maxPerConnection = maxPerConnection
    this.#criteria = criteria
  }

  /** How many there are, of all connections. */
  get size(): number {
    let size = 0
    for (const own of this.#byConnection.values()) size += own.size
    return size
  }

  /** Begins a subscription of the connection; `start` gets its way to push and returns its end. */
  add(connection: Connection, asked: Asked, start: (push: Push) => () => void): Hex {
    const own = this.#of(connection)
    const { limit } = asked
    if (limit !== undefined && own.size >= limit.most) throw new RpcError(limit.code, limit.message)
    if (own.size >= this.#maxPerConnection) {
      const words = limitWords('subscriptions', this.#maxPerConnection)
      throw new RpcError(-32000, `too many subscriptions: ${words}`)
    }
    const id = this.#nextId()
    const isClosed = this.#byConnection.get(connection.id) !== own
    if (isClosed) return id
    const { holder, bytes } = asked
    if (!this.#criteria.take(holder, bytes)) {
      throw new RpcError(-32000, criteriaWords(this.#criteria.limit, holder))
    }
    const head = new SharedText(
      `{"jsonrpc":"2.0","method":"eth_subscription","params":{"subscription":"${id}","result":`,
    )
    const push: Push = (result) => {
      const rest = typeof result === 'string' ? restOfPush(result) : result
      connection.send(new SharedMessage(head, rest))
    }
    try {
      const subscription = { ...asked, stop: start(push) }
      // What it pushed at once may have ended the connection.
      if (this.#byConnection.get(connection.id) === own) own.set(id, subscription)
      else this.#end(subscription)
    } catch (error) {
      this.#criteria.give(holder, bytes)
      throw error
    }
    return id
  }

  /** Ends a subscription of the connection; whether there was one with that id. */
  remove(connection: Connection, id: string): boolean {
    const own = this.#byConnection.get(connection.id)
    const subscription = own?.get(id as Hex)
    if (own === undefined || subscription === undefined) return false
    own.delete(id as Hex)
    this.#end(subscription)
    return true
  }

  #end({ stop, holder, bytes }: Subscription): void {
    this.#criteria.give(holder, bytes)
    stop()
  }

  /** Whether the connection has a subscription of that kind. */
  has(connectionId: string, name: string): boolean {
    const own = this.#byConnection.get(connectionId)
    return own !== undefined && [...own.values()].some((one) => one.name === name)
  }

  #of(connection: Connection): Map<Hex, Subscription> {
    const known = this.#byConnection.get(connection.id)
    if (known !== undefined) return known
    const own = new Map<Hex, Subscription>()
    this.#byConnection.set(connection.id, own)
    connection.onClose(() => {
      this.#byConnection.delete(connection.id)
      for (const subscription of own.values()) this.#end(subscription)
    })
    return own
  }

  /** Looks random, as clients know it from geth, and is the same in equal runs. */
  #nextId(): Hex {
    this.#count++
    const seed = new TextEncoder().encode(`subscription ${this.#count}`)
    return bytesToHex(keccak256(seed).subarray(0, idBytes))
  }
}
