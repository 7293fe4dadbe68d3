import type {
  BlockSummary,
  EmptyRange,
  FlashblockSummary,
  RefusalSummary,
  RequestSummary,
} from '../summary.ts'

/** What listeners of a devnet receive, by event. */
export interface DevnetEvents {
  /** Lines that contracts printed with `console.log` during an `eth_call`. */
  readonly console: (lines: readonly string[]) => void
  readonly request: (request: RequestSummary) => void
  /** A request or WebSocket that a server refused for its `Host` or `Origin`. */
  readonly refused: (refusal: RefusalSummary) => void
  readonly flashblock: (flashblock: FlashblockSummary) => void
  /** As `flashblock`, of those that have transactions. */
  readonly filledFlashblock: (flashblock: FlashblockSummary) => void
  readonly block: (block: BlockSummary) => void
  /**
   * As `block`, but many empty blocks that one request mines are told of at once: those are made when somebody
   * reads the chain, which a listener of `block` does.
   */
  readonly blocks: (sealed: BlockSummary | EmptyRange) => void
  /** A failure outside of a request, or an internal error; printed when there is no listener. */
  readonly error: (error: unknown) => void
}
