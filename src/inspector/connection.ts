import type { Message } from './wire.ts'

/** What the chain answers to a request that it refuses. */
class RequestFailure extends Error {
  readonly code: number
  readonly data: unknown

  constructor({ code, message, data }: { code: number; message: string; data?: unknown }) {
    super(message)
    this.code = code
    this.data = data
  }
}

interface Waiting {
  resolve(result: never): void
  reject(error: Error): void
}

const maxPauseMs = 5000

/** The page's WebSocket: requests, and the subscription `inspector`. It reconnects when it was cut. */
export class Connection {
  readonly #onMessage: (message: Message) => void
  readonly #onState: (isOpen: boolean) => void
  readonly #waiting = new Map<number, Waiting>()
  #socket: WebSocket | undefined
  #subscription: string | undefined
  /** What was pushed before the id of the subscription was known. */
  #wantsMessages = true
  #count = 0
  #pauseMs = 250

  constructor(onMessage: (message: Message) => void, onState: (isOpen: boolean) => void) {
    this.#onMessage = onMessage
    this.#onState = onState
    this.#open()
  }

  /** Rejects with a `RequestFailure`, or an `Error` when the connection is cut. */
  request<Result>(method: string, ...params: unknown[]): Promise<Result> {
    const socket = this.#socket
    if (socket?.readyState !== WebSocket.OPEN) {
      return Promise.reject(new Error('not connected to the chain'))
    }
    const id = ++this.#count
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    })
  }

  /** Requests a new snapshot and its changes. */
  subscribe(): void {
    this.#wantsMessages = true
    const before = this.#subscription
    this.#subscription = undefined
    if (before !== undefined) void this.request('eth_unsubscribe', before).catch(() => undefined)
    this.request<string>('eth_subscribe', 'inspector').then(
      (id) => {
        this.#subscription = id
      },
      () => undefined,
    )
  }

  /** Takes nothing in until `subscribe`. */
  unsubscribe(): void {
    this.#wantsMessages = false
    const before = this.#subscription
    this.#subscription = undefined
    if (before !== undefined) void this.request('eth_unsubscribe', before).catch(() => undefined)
  }

  #open(): void {
    const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}${location.pathname}`)
    this.#socket = socket
    socket.onopen = () => {
      this.#pauseMs = 250
      this.#onState(true)
      if (this.#wantsMessages) this.subscribe()
    }
    socket.onmessage = ({ data }) => this.#receive(JSON.parse(data))
    socket.onclose = () => {
      this.#onState(false)
      this.#subscription = undefined
      for (const { reject } of this.#waiting.values()) reject(new Error('the connection was cut'))
      this.#waiting.clear()
      setTimeout(() => this.#open(), this.#pauseMs)
      this.#pauseMs = Math.min(maxPauseMs, this.#pauseMs * 2)
    }
  }

  #receive({ id, result, error, params }: Received): void {
    if (params !== undefined) {
      if (params.subscription === this.#subscription) this.#onMessage(params.result)
      return
    }
    const waiting = this.#waiting.get(id ?? 0)
    this.#waiting.delete(id ?? 0)
    if (error === undefined) waiting?.resolve(result as never)
    else waiting?.reject(new RequestFailure(error))
  }
}

interface Received {
  readonly id?: number
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
  readonly params?: { readonly subscription: string; readonly result: Message }
}
