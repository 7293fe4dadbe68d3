import type { IncomingMessage } from 'node:http'
import { Pieces } from '../../lib/pieces.ts'
import { clearTimeout, setTimeout } from '../../lib/realTimers.ts'
import type { Incoming } from '../../lib/shares.ts'

export type Body =
  | { readonly kind: 'whole'; readonly bytes: Uint8Array }
  | { readonly kind: 'tooLarge' }
  /** Others have sent too much at the same time. */
  | { readonly kind: 'noRoom' }
  /** Nothing came for too long. */
  | { readonly kind: 'stalled' }
  /** The client left. */
  | { readonly kind: 'aborted' }

const nothing = new Uint8Array()

/** Whether the client announced more than it may send. */
export function announcesTooMuch(request: IncomingMessage, maxBytes: number): boolean {
  return Number(request.headers['content-length'] ?? 0) > maxBytes
}

/** Reads a body, counting while it comes; what is over the limit is not kept. */
export function readBody(
  request: IncomingMessage,
  limits: {
    readonly maxBytes: number
    readonly timeoutMs: number
    /** Counts it until it is let go of. */
    readonly incoming: Incoming
    /** The `Content-Length`: the body ends there, before the stream does. */
    readonly announced?: number
  },
): Promise<Body> {
  return new Promise((resolve) => {
    /** The first chunk, and mostly the only one. */
    let first: Buffer | undefined
    /** Copied together: a chunk that is kept takes some hundred bytes beside its own, which may be one. */
    let read: Pieces | undefined
    let length = 0
    // Listeners stay: to take each away costs as much as to add it, and they go with the request.
    let isOver = false
    const timer = setTimeout(() => end({ kind: 'stalled' }), limits.timeoutMs).unref()

    function end(body: Body): void {
      clearTimeout(timer)
      isOver = true
      resolve(body)
    }
    function onData(chunk: Buffer): void {
      if (isOver) return
      length += chunk.length
      if (length > limits.maxBytes) end({ kind: 'tooLarge' })
      else if (!limits.incoming.take(chunk.length)) end({ kind: 'noRoom' })
      else keep(chunk)
    }
    function keep(chunk: Buffer): void {
      if (first === undefined && read === undefined) first = chunk
      else {
        read ??= new Pieces().add(first ?? nothing)
        first = undefined
        read.add(chunk)
      }
      if (length === limits.announced) onEnd()
      else timer.refresh()
    }
    function onEnd(): void {
      end({ kind: 'whole', bytes: read?.bytes() ?? first ?? nothing })
    }
    function onClose(): void {
      end({ kind: 'aborted' })
    }
    request.on('data', onData).on('end', onEnd).on('close', onClose)
  })
}

/**
 * Throws the rest of a body away, so that a client that is still sending gets to read its answer:
 * a connection closed with bytes unread is reset, and the answer with it. Ends with the body, and
 * in any case after `timeoutMs`.
 */
export function discardBody(request: IncomingMessage, timeoutMs: number): Promise<void> {
  request.resume()
  if (request.complete || request.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(end, timeoutMs).unref()

    function end(): void {
      clearTimeout(timer)
      request.off('end', end).off('close', end)
      resolve()
    }
    request.on('end', end).on('close', end)
  })
}
