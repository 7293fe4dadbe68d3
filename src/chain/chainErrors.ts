import { equalBytes, quantity } from '../lib/hex.ts'
import type { SealedBlock } from '../types/view.ts'

/** A change that the chain cannot make as asked: a fault of the caller inside, not of a client. */
export class ChainError extends Error {
  override readonly name = 'ChainError'
  readonly code: 'NOT_NEXT_BLOCK' | 'UNKNOWN_BLOCK' | 'RESTORED_MEANWHILE'

  constructor(code: ChainError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** Throws a `ChainError` for a block that is not above the head. */
export function assertAbove(block: SealedBlock, head: SealedBlock): void {
  if (block.number > head.number) return
  throw new ChainError(
    'NOT_NEXT_BLOCK',
    `block ${block.number} (${block.hash}) is not above the head ${head.number} (${head.hash})`,
  )
}

/** Throws a `ChainError` for a block that is not the next after the head. */
export function assertFollows(block: SealedBlock, head: SealedBlock): void {
  if (block.number === head.number + 1n && equalBytes(block.header.parentHash, head.header.hash()))
    return
  throw new ChainError(
    'NOT_NEXT_BLOCK',
    `block ${block.number} (${block.hash}) does not follow the head ${head.number} (${head.hash})`,
  )
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
  /** The longest range from the same start that is answered, if any is. */
  readonly range: { readonly from: bigint; readonly to: bigint } | undefined

  /** `found` is how many logs fit, `limit` what was exceeded and what sets it. */
  constructor(found: number, limit: string, range: TooManyLogsError['range']) {
    const advice =
      range === undefined
        ? 'Ask for fewer addresses or give topics'
        : `Try with this block range [${quantity(range.from)}, ${quantity(range.to)}], blocks ` +
          `${range.from} to ${range.to}, or give addresses or topics`
    super(`query returned more than ${found} results. ${advice}; ${limit}`)
    this.range = range
  }
}
