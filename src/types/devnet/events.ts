import type { BlockSummary, FlashblockSummary, RefusalSummary, RequestSummary } from '../summary.ts'

/** What listeners of a devnet receive, by event. */
export interface DevnetEvents {
  /** Lines that contracts printed with `console.log` during an `eth_call`. */
  readonly console: (lines: readonly string[]) => void
  readonly request: (request: RequestSummary) => void
  /** A request or WebSocket that a server refused for its `Host` or `Origin`. */
  readonly refused: (refusal: RefusalSummary) => void
  readonly flashblock: (flashblock: FlashblockSummary) => void
  readonly block: (block: BlockSummary) => void
  /** A failure outside of a request, or an internal error; printed when there is no listener. */
  readonly error: (error: unknown) => void
}
