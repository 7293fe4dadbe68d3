import type { Message, Request } from './wire.ts'

export interface LoggedRequest extends Request {
  /** The place in the order in which they were answered. */
  readonly number: number
}

/** Requests that are kept. */
export const maxRequests = 1_000

/** The newest requests, newest first. */
export class RequestLog {
  #rows: readonly LoggedRequest[] = []
  #count = 0

  get rows(): readonly LoggedRequest[] {
    return this.#rows
  }

  /** All that were heard of, those that came as a count too. */
  get count(): number {
    return this.#count
  }

  /** Takes in those of messages, oldest first; whether there were any. */
  take(messages: readonly Message[]): boolean {
    const added: LoggedRequest[] = []
    let hasAny = false
    for (const message of messages) {
      if (message.kind !== 'requests') continue
      hasAny = true
      const { requests = [], count } = message
      for (const [at, request] of requests.entries()) {
        added.push({ ...request, number: this.#count + at + 1 })
      }
      this.#count += count
    }
    if (added.length > 0) {
      this.#rows = [...added.reverse(), ...this.#rows].slice(0, maxRequests)
    }
    return hasAny
  }
}
