import { bytesToHex, type Hex } from '../../lib/hex.ts'
import { defaultLimits, limitWords } from '../../lib/limits.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import type { Connection } from '../connection.ts'
import { restOfPush } from '../format/encodeOnce.ts'
import { RpcError } from '../rpcError.ts'
import { SharedMessage, SharedText } from '../sharedText.ts'
import type { Push } from './subscriptionKind.ts'

/** Bytes of a subscription's id. */
const idBytes = 16

interface Subscription {
  /** As `eth_subscribe` calls its kind. */
  readonly name: string
  readonly stop: () => void
}

/** Who has subscribed to what: ends with the connection or on request. */
export class Subscriptions {
  readonly #maxPerConnection: number
  readonly #byConnection = new Map<string, Map<Hex, Subscription>>()
  #count = 0

  /** `maxPerConnection`: subscriptions of one connection; by default as many as reth allows. */
  constructor(maxPerConnection: number = defaultLimits.subscriptions) {
    this.#maxPerConnection = maxPerConnection
  }

  /** How many there are, of all connections. */
  get size(): number {
    let size = 0
    for (const own of this.#byConnection.values()) size += own.size
    return size
  }

  /** Begins a subscription of the connection; `start` gets its way to push and returns its end. */
  add(connection: Connection, name: string, start: (push: Push) => () => void): Hex {
    const own = this.#of(connection)
    if (own.size >= this.#maxPerConnection) {
      const words = limitWords('subscriptions', this.#maxPerConnection)
      throw new RpcError(-32000, `too many subscriptions: ${words}`)
    }
    const id = this.#nextId()
    const isClosed = this.#byConnection.get(connection.id) !== own
    if (isClosed) return id
    const head = new SharedText(
      `{"jsonrpc":"2.0","method":"eth_subscription","params":{"subscription":"${id}","result":`,
    )
    const push: Push = (result) => {
      const rest = typeof result === 'string' ? restOfPush(result) : result
      connection.send(new SharedMessage(head, rest))
    }
    own.set(id, { name, stop: start(push) })
    return id
  }

  /** Ends a subscription of the connection; whether there was one with that id. */
  remove(connection: Connection, id: string): boolean {
    const own = this.#byConnection.get(connection.id)
    const subscription = own?.get(id as Hex)
    if (own === undefined || subscription === undefined) return false
    own.delete(id as Hex)
    subscription.stop()
    return true
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
      for (const { stop } of own.values()) stop()
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
