import { quantity } from '../lib/hex.ts'

/** A change that the chain cannot make as asked: a fault of the caller inside, not of a client. */
export class ChainError extends Error {
  override readonly name = 'ChainError'
  readonly code: 'NOT_NEXT_BLOCK' | 'UNKNOWN_BLOCK' | 'RESTORED_MEANWHILE'

  constructor(code: ChainError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** A block is asked for that was there and was not kept. geth's words and code (EIP-4444). */
export class PrunedHistoryError extends Error {
  override readonly name = 'PrunedHistoryError'
  readonly code = 4444

  constructor(oldest: bigint) {
    super(`pruned history unavailable: blocks are kept from ${oldest} on`)
  }
}

/** A range of blocks that ends before it begins; geth's words. */
export class InvalidBlockRangeError extends Error {
  override readonly name = 'InvalidBlockRangeError'
  readonly code = -32602

  constructor() {
    super('invalid block range params')
  }
}

/** A range of blocks that ends after the head; geth's words. */
export class BlockRangeBeyondHeadError extends Error {
  override readonly name = 'BlockRangeBeyondHeadError'
  readonly code = -32602

  constructor() {
    super('block range extends beyond current head block')
  }
}

/** A range of blocks that begins after the head; Anvil's words. */
export class BlockOutOfRangeError extends Error {
  override readonly name = 'BlockOutOfRangeError'
  readonly code = -32602

  constructor(head: bigint, requested: bigint) {
    super(`BlockOutOfRangeError: block height is ${head} but requested was ${requested}`)
  }
}

/**
 * More logs match than one answer may have. Code and first sentences are Infura's, which indexers (Ponder,
 * graph-node) read to ask for a shorter range.
 */
export class TooManyLogsError extends Error {
  override readonly name = 'TooManyLogsError'
  readonly code = -32005

  /**
   * `found` is how many logs fit, `limit` what was exceeded and what sets it, `range` the longest one from the
   * same start that is answered.
   */
  constructor(
    found: number,
    limit: string,
    range: { readonly from: bigint; readonly to: bigint } | undefined,
  ) {
    const advice =
      range === undefined
        ? 'Ask for fewer addresses or give topics'
        : `Try with this block range [${quantity(range.from)}, ${quantity(range.to)}], blocks ` +
          `${range.from} to ${range.to}, or give addresses or topics`
    super(`query returned more than ${found} results. ${advice}; ${limit}`)
  }
}
