import { consoleLine } from '../execution/consoleLog.ts'
import { explanationOf } from '../extensions/solidity/node/explain.ts'
import { callEach } from '../lib/callEach.ts'
import { reasonOf } from '../lib/errors.ts'
import type { DevnetEvents } from '../types/summary.ts'

/** Listeners of events other than blocks and flashblocks. */
export class DevnetListeners {
  readonly #error = new Set<DevnetEvents['error']>()
  readonly #console = new Set<DevnetEvents['console']>()
  readonly #request = new Set<DevnetEvents['request']>()
  readonly #refused = new Set<DevnetEvents['refused']>()

  readonly onError = (error: unknown): void => {
    // What a listener of errors throws is an error too, which must not take the place of the first.
    callEach(this.#error, (listener) => listener(error), console.error)
    // An internal error must not be silent when there is no listener.
    if (this.#error.size === 0) console.error(error)
  }

  readonly onPrinted = (calls: readonly Uint8Array[]): void => {
    if (this.#console.size === 0) return
    const lines = calls.map(consoleLine)
    callEach(this.#console, (listener) => listener(lines), this.onError)
  }

  readonly onRefused: DevnetEvents['refused'] = (refusal) => {
    callEach(this.#refused, (listener) => listener(refusal), this.onError)
  }

  /** Tells the current listeners of a request that has been answered, or whose handler has thrown. */
  onAnswered(
    method: string,
    durationMs: number,
    failure: { readonly thrown: unknown } | undefined,
  ): void {
    if (this.#request.size === 0) return
    const error = failure && reasonOf(failure.thrown)
    const request = { method, durationMs, error, ...explanationOf(failure?.thrown) }
    callEach(this.#request, (listener) => listener(request), this.onError)
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
