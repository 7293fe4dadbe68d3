import { type Connection, nextConnectionId } from '../rpc/connection.ts'
import type { SharedMessage } from '../rpc/jsonText.ts'

/** A connection as seen by the request that subscribes. */
interface SubscriberConnection extends Connection {
  /** The client knows the subscription's id. */
  release(): void
}

/** The connection of a client in this process: `deliver` gets what is pushed to it. */
export class InProcessConnection implements Connection {
  readonly id = nextConnectionId()
  readonly #deliver: (message: string) => void
  #closeListeners: Set<() => void> | undefined = new Set()
  #held: string[] = []
  #holds = 0

  constructor(deliver: (message: string) => void) {
    this.#deliver = deliver
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
