/** A text in UTF-8, in parts that follow each other: messages to many share the last one. */
export type Parts = readonly Uint8Array[]

/** What carries whole messages both ways: a WebSocket, or a pipe that looks like one. */
export interface MessageSocket {
  readonly isPaused: boolean
  on(event: 'message', listener: (message: Buffer) => void): unknown
  on(event: 'pong' | 'close', listener: () => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  /** Sends a text of several parts; `sent` is called when the client has room for it. */
  send(parts: Parts, sent: () => void): void
  ping(): void
  pause(): void
  resume(): void
  close(code: number, reason: string): void
  terminate(): void
}
