import type { Reply, WireRequest } from './transport.ts'

interface Waiting {
  readonly ids: ReadonlySet<number>
  readonly bytesSent: number
  readonly resolve: (reply: Reply) => void
  readonly reject: (failure: unknown) => void
}

/** Finds for what comes on a connection the requests that it answers, in any order. */
export class Correlator {
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
