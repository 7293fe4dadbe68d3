import {
  aborted,
  brokenBy,
  ExchangeFailure,
  type Reply,
  type Transport,
  textOf,
  type WireRequest,
} from './transport.ts'

interface Waiting {
  readonly ids: ReadonlySet<number>
  readonly bytesSent: number
  readonly resolve: (reply: Reply) => void
  readonly reject: (failure: unknown) => void
}

/** Finds for what comes on a connection the requests that it answers, in any order. */
class Correlator {
  /** The oldest first. */
  readonly #waiting = new Set<Waiting>()

  get isIdle(): boolean {
    return this.#waiting.size === 0
  }

  /** Resolves with the answer to the requests; rejects when `fail` is called or the signal aborts. */
  wait(requests: readonly WireRequest[], bytesSent: number, signal: AbortSignal): Promise<Reply> {
    return new Promise<Reply>((resolve, reject) => {
      const waiting: Waiting = {
        ids: new Set(requests.map(({ id }) => id)),
        bytesSent,
        resolve,
        reject,
      }
      this.#waiting.add(waiting)
      signal.addEventListener('abort', () => {
        if (this.#waiting.delete(waiting)) reject(signal.reason)
      })
    })
  }

  /** A message came. One that answers nothing is ignored: it may be of a request that was given up. */
  receive(body: unknown, bytesReceived: number): void {
    for (const waiting of this.#waiting) {
      if (!answers(body, waiting.ids)) continue
      this.#waiting.delete(waiting)
      waiting.resolve({ body, bytesSent: waiting.bytesSent, bytesReceived })
      return
    }
  }

  /** The connection is gone. */
  fail(failure: unknown): void {
    for (const { reject } of this.#waiting) reject(failure)
    this.#waiting.clear()
  }
}

function answers(body: unknown, ids: ReadonlySet<number>): boolean {
  const items = Array.isArray(body) ? body : [body]
  return items.some(
    // An error about a batch as a whole has no id; it is of the oldest then.
    (item) => ids.has(item?.id) || (item?.id === null && item?.error !== undefined),
  )
}

/** A connection that stays open between exchanges. */
export interface Connection {
  write(text: string): void
  /** While it is waited for, it keeps the process alive. */
  hold(): void
  letGo(): void
  end(): void
}

/** The events of a connection. */
export interface ConnectionEvents {
  /** The text of a whole message came. */
  receive(text: string): void
  /** It is gone, or will not come about. */
  lose(failure: ExchangeFailure): void
}

/** JSON-RPC over one connection, which is opened again when it was lost. */
export function connectionTransport(
  names: Pick<Transport, 'shown' | 'scrub'>,
  connect: (events: ConnectionEvents) => Promise<Connection>,
): Transport {
  const correlator = new Correlator()
  let opening: Promise<Connection> | undefined
  let isClosed = false

  async function open(): Promise<Connection> {
    const connection: Connection = await connect({
      receive: (text) => {
        try {
          correlator.receive(JSON.parse(text), text.length)
        } catch {
          correlator.fail(new ExchangeFailure('noJson', 'text that is not JSON'))
        }
        // An idle connection has no waiting requests, and it must not keep a process alive.
        if (correlator.isIdle) connection.letGo()
      },
      lose: (failure) => {
        opening = undefined
        correlator.fail(failure)
      },
    })
    if (isClosed) connection.end()
    return connection
  }

  return {
    ...names,
    batches: true,
    async send(requests, signal) {
      opening ??= open()
      const connection = await Promise.race([opening, aborted(signal)]).catch((cause) => {
        opening = undefined
        throw brokenBy(cause)
      })
      const text = textOf(requests)
      const reply = correlator.wait(requests, text.length, signal)
      connection.hold()
      connection.write(text)
      return reply.catch((cause) => {
        throw brokenBy(cause)
      })
    },
    close() {
      isClosed = true
      opening?.then((connection) => connection.end()).catch(() => {})
      correlator.fail(new ExchangeFailure('broken', 'closed'))
    },
  }
}
