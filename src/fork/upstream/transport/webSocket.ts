import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import { basicOf, createScrubber, shownUrl } from '../secrets.ts'
import { Correlator } from './correlator.ts'
import { textOf } from './http.ts'
import { brokenBy, ExchangeFailure, type Transport } from './transport.ts'

/** The code of a close by which some say that there were too many requests. */
const policyViolation = 1008

/** JSON-RPC over one WebSocket, opened again when it was closed. */
export function webSocketTransport(url: URL, headers: Readonly<Record<string, string>>): Transport {
  const correlator = new Correlator()
  let opening: Promise<WebSocket> | undefined
  let isClosed = false

  async function open(): Promise<WebSocket> {
    const { WebSocket } = await import('ws')
    const address = new URL(url)
    const authorization = url.username || url.password ? `Basic ${basicOf(url)}` : undefined
    address.username = ''
    address.password = ''
    const socket = new WebSocket(address, {
      headers: { ...(authorization ? { authorization } : {}), ...headers },
    })
    await new Promise<void>((resolve, reject) => {
      socket.on('open', resolve)
      socket.on('error', (cause) => reject(brokenBy(cause)))
      socket.on('unexpected-response', (_, { statusCode }) => {
        reject(handshakeFailure(statusCode ?? 0))
        socket.terminate()
      })
      socket.on('message', (data) => receive(String(data)))
      socket.on('close', (code) => {
        opening = undefined
        const failure =
          code === policyViolation
            ? new ExchangeFailure('rate', 'WebSocket closed with 1008')
            : new ExchangeFailure('broken', `WebSocket closed with ${code}`)
        reject(failure)
        correlator.fail(failure)
      })
    })
    if (isClosed) socket.terminate()
    return socket

    function receive(text: string): void {
      try {
        correlator.receive(JSON.parse(text), text.length)
      } catch {
        correlator.fail(new ExchangeFailure('noJson', 'text that is no JSON'))
      }
      if (correlator.isIdle) streamOf(socket)?.unref()
    }
  }

  return {
    shown: shownUrl(url),
    batches: true,
    scrub: createScrubber(url, headers),
    async send(requests, signal) {
      opening ??= open()
      const socket = await Promise.race([opening, aborted(signal)]).catch((cause) => {
        opening = undefined
        throw brokenBy(cause)
      })
      const text = textOf(requests)
      const reply = correlator.wait(requests, text.length, signal)
      // Nobody waits on an idle connection, and it must not keep a process alive.
      streamOf(socket)?.ref()
      socket.send(text, (error) => {
        if (error) correlator.fail(brokenBy(error))
      })
      return reply.catch((cause) => {
        throw brokenBy(cause)
      })
    },
    close() {
      isClosed = true
      opening?.then((socket) => socket.terminate()).catch(() => {})
      correlator.fail(new ExchangeFailure('broken', 'closed'))
    },
  }
}

/** Rejects when the signal aborts; never resolves. */
export function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** The socket under a WebSocket, which has no other way to be let go. */
function streamOf(socket: WebSocket): Socket | undefined {
  return (socket as unknown as { readonly _socket?: Socket })._socket
}

function handshakeFailure(status: number): ExchangeFailure {
  if (status === 429) return new ExchangeFailure('rate', 'HTTP 429', { status })
  if (status === 401 || status === 403) {
    return new ExchangeFailure('refused', `HTTP ${status}`, { status })
  }
  return new ExchangeFailure(status >= 500 ? 'broken' : 'noJson', `HTTP ${status}`, { status })
}
