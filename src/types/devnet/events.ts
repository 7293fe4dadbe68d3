import type {
  BlockSummary,
  DroppedSummary,
  EmptyRange,
  FlashblockSummary,
  QueuedSummary,
  RefusalSummary,
  ReorgSummary,
  RequestSummary,
  RevertSummary,
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
  /** Blocks were replaced by others, by a fault or on request. */
  readonly reorg: (reorg: ReorgSummary) => void
  /** A snapshot was restored, or the chain was reset: blocks after the head are gone. */
  readonly revert: (revert: RevertSummary) => void
  /** A transaction entered the pool after a nonce gap, so no block can take it yet. */
  readonly queued: (queued: QueuedSummary) => void
  /** A transaction left the pool, the pending block or the chain. It may return to the pool. */
  readonly dropped: (dropped: DroppedSummary) => void
  /** A failure outside of a request, or an internal error; printed when there is no listener. */
  readonly error: (error: unknown) => void
}
