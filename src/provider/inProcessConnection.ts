import { type Connection, nextConnectionId } from '../rpc/connection.ts'

/** A connection as one request sees it, whose pushes wait until they are released. */
interface HeldConnection extends Connection {
  release(): void
}

/** What a client in this process is to the methods: `deliver` gets what is pushed to it. */
export class InProcessConnection implements Connection {
  readonly id = nextConnectionId()
  readonly #deliver: (message: string) => void
  #closeListeners: Set<() => void> | undefined = new Set()

  constructor(deliver: (message: string) => void) {
    this.#deliver = deliver
  }

  get isClosed(): boolean {
    return this.#closeListeners === undefined
  }

  send(message: string): void {
    if (!this.isClosed) this.#deliver(message)
  }

  onClose(listener: () => void): void {
    if (this.#closeListeners === undefined) listener()
    else this.#closeListeners.add(listener)
  }

  /** The same connection, but what is pushed over it waits for `release`. */
  hold(): HeldConnection {
    let held: string[] | undefined = []
    return {
      id: this.id,
      send: (message) => {
        if (held === undefined) this.send(message)
        else held.push(message)
      },
      onClose: (listener) => this.onClose(listener),
      release: () => {
        const messages = held ?? []
        held = undefined
        for (const message of messages) this.send(message)
      },
    }
  }

  /** Ends all that was begun over it. May be called twice. */
  close(): void {
    const listeners = this.#closeListeners ?? []
    this.#closeListeners = undefined
    for (const listener of listeners) listener()
  }
}
