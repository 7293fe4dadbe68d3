import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import { basicOf, createScrubber, shownUrl } from '../secrets.ts'
import {
  type Connection,
  type ConnectionEvents,
  connectionTransport,
} from './connectionTransport.ts'
import { brokenBy, ExchangeFailure, type Transport, tooLong } from './transport.ts'

/** The code of a close by which some say that there were too many requests. */
const policyViolation = 1008

/** How long the other side may take to accept a WebSocket, ms. */
const handshakeMs = 15_000

/** JSON-RPC over one WebSocket. */
export function webSocketTransport(
  url: URL,
  headers: Readonly<Record<string, string>>,
  maxBytes: number,
): Transport {
  const names = { shown: shownUrl(url), scrub: createScrubber(url, headers) }
  return connectionTransport(names, (events) => connectTo(url, headers, maxBytes, events))
}

async function connectTo(
  url: URL,
  headers: Readonly<Record<string, string>>,
  maxBytes: number,
  { receive, lose }: ConnectionEvents,
): Promise<Connection> {
  const { WebSocket } = await import('ws')
  const address = new URL(url)
  const authorization = url.username || url.password ? `Basic ${basicOf(url)}` : undefined
  address.username = ''
  address.password = ''
  const socket = new WebSocket(address, {
    maxPayload: maxBytes,
    handshakeTimeout: handshakeMs,
    headers: { ...(authorization ? { authorization } : {}), ...headers },
  })
  await new Promise<void>((resolve, reject) => {
    socket.on('open', resolve)
    socket.on('error', (cause: NodeJS.ErrnoException) => {
      const isTooLarge = cause.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH'
      const failure = isTooLarge ? tooLong(maxBytes) : brokenBy(cause)
      if (isTooLarge) lose(failure)
      reject(failure)
    })
    socket.on('unexpected-response', (_, { statusCode }) => {
      reject(handshakeFailure(statusCode ?? 0))
      socket.terminate()
    })
    socket.on('message', (data) => receive(String(data)))
    socket.on('close', (code) => {
      const failure =
        code === policyViolation
          ? new ExchangeFailure('rate', 'WebSocket closed with 1008')
          : new ExchangeFailure('broken', `WebSocket closed with ${code}`)
      lose(failure)
      reject(failure)
    })
  })
  const stream = streamOf(socket)
  return {
    write: (text) =>
      socket.send(text, (error) => {
        if (error) lose(brokenBy(error))
      }),
    hold: () => stream?.ref(),
    letGo: () => stream?.unref(),
    end: () => socket.terminate(),
  }
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
