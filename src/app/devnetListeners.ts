import { consoleLine } from '../execution/consoleLog.ts'
import { reasonOf } from '../lib/reasonOf.ts'
import { stackOf } from '../rpc/explain.ts'
import type { DevnetEvents } from '../types/devnet/events.ts'

/** Listeners of events other than blocks and flashblocks. */
export class DevnetListeners {
  readonly #error = new Set<DevnetEvents['error']>()
  readonly #console = new Set<DevnetEvents['console']>()
  readonly #request = new Set<DevnetEvents['request']>()
  readonly #refused = new Set<DevnetEvents['refused']>()

  readonly onError = (error: unknown): void => {
    for (const listener of this.#error) listener(error)
    // An internal error must not be silent when nobody listens.
    if (this.#error.size === 0) console.error(error)
  }

  readonly onPrinted = (calls: readonly Uint8Array[]): void => {
    if (this.#console.size === 0) return
    const lines = calls.map(consoleLine)
    for (const listener of this.#console) listener(lines)
  }

  readonly onRefused: DevnetEvents['refused'] = (refusal) => {
    for (const listener of this.#refused) listener(refusal)
  }

  /** Tells the current listeners of a request that has been answered, or whose handler has thrown. */
  onAnswered(
    method: string,
    durationMs: number,
    failure: { readonly thrown: unknown } | undefined,
  ): void {
    if (this.#request.size === 0) return
    const error = failure && reasonOf(failure.thrown)
    const solidityStack = failure && stackOf(failure.thrown)
    const stack = solidityStack === undefined ? {} : { solidityStack }
    for (const listener of this.#request) listener({ method, durationMs, error, ...stack })
  }

  error(listener: DevnetEvents['error']): () => void {
    return added(this.#error, listener)
  }

  console(listener: DevnetEvents['console']): () => void {
    return added(this.#console, listener)
  }

  request(listener: DevnetEvents['request']): () => void {
    return added(this.#request, listener)
  }

  refused(listener: DevnetEvents['refused']): () => void {
    return added(this.#refused, listener)
  }
}

/** Adds a listener until the returned function is called. */
function added<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
