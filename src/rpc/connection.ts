import type { SharedMessage } from './sharedText.ts'

/**
 * A client that stays, as a method sees it: what is subscribed to on it is pushed over it and ends
 * with it. Two requests of one connection may see two objects: tell connections apart by `id`.
 */
export interface Connection {
  /** Unique in the process. */
  readonly id: string
  /** The client himself, where this is one of his requests, whose answer comes before what is pushed. */
  readonly client?: Connection
  /** Pushes a JSON text. Never waits and never throws; after the close it does nothing. */
  send(message: string | SharedMessage): void
  /** `listener` is called once, when the connection ends; at once if it has ended already. */
  onClose(listener: () => void): void
}

let connections = 0

/** An id that no other connection of this process has. */
export function nextConnectionId(): string {
  connections++
  return `connection-${connections}`
}
