import { cutText } from '../lib/text.ts'
import type { SharedMessage } from './jsonText.ts'
import { RpcError } from './rpcError.ts'

/**
 * A client that stays, as a method sees it: what is subscribed to on it is pushed over it and ends
 * with it. Two requests of one connection may see two objects: compare connections by `id`.
 */
export interface Connection {
  /** Unique in the process. */
  readonly id: string
  /** Whether the client is in this process. */
  readonly isInProcess?: boolean
  /** The client himself, where this is one of his requests, whose answer comes before what is pushed. */
  readonly client?: Connection
  /** Pushes a JSON text. Never waits and never throws; after the close it does nothing. */
  send(message: string | SharedMessage): void
  /** `listener` is called once, when the connection ends; at once if it has ended already. */
  onClose(listener: () => void): void
  /** Closes it with a code and words of the WebSocket protocol; in process and in a pipe it breaks. */
  end(code: number, reason: string): void
}

let connections = 0

/** An id that no other connection of this process has. */
export function nextConnectionId(): string {
  connections++
  return `connection-${connections}`
}

/**
 * There will be no answer: the connection that the request came on is to be cut. Each door does it
 * in its own way; `code` is what EIP-1193 gives to a provider without a connection.
 */
export class Disconnected extends Error {
  override readonly name = 'Disconnected'
  readonly code = 4900
}

/** A web page that a request comes from. */
export interface WebPage {
  /** The origin as its browser sends it, such as `https://app.example`. */
  readonly origin: string
  /** Whether it may read the chain, and change no more of it than on a live one. */
  readonly isForeign: boolean
  /** Gets why it was refused a method. */
  onRefused(reason: string): void
}

/** What a client is called: the origin of its page, its connection, or how it reaches the chain. */
export function clientOf(connection: Connection | undefined, page: WebPage | undefined): string {
  if (page !== undefined) return cutText(page.origin)
  if (connection === undefined) return 'HTTP'
  return connection.isInProcess ? 'in process' : `WebSocket or pipe, ${connection.id}`
}

/** A page may not call this method; EIP-1193's code for "not authorized". */
export class ForeignPageError extends RpcError {
  constructor(method: string, origin: string) {
    super(4100, `origin "${cutText(origin)}" may not call ${method}: allow it (--allow-origin)`)
  }
}
