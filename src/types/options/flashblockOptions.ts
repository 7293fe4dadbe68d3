import type { Duration } from '../duration.ts'

/** What goes into flashblocks, and when the last one of a block is made. */
export interface FlashblockOptions {
  /**
   * The same as `network: 'base-flashblocks'`.
   * @default none
   */
  preset?: 'base' | undefined
  /**
   * How much of the block's gas limit flashblock j of n may use: with `cumulative` at most j/n together
   * with all before it, as Base's builder does; with `full` whatever fits into the block.
   * @default 'full'
   */
  flashblockGas?: 'cumulative' | 'full' | undefined
  /**
   * How long before the seal the last flashblock of a block is made; a bare number is in milliseconds.
   * @default 0
   */
  flashblockLeeway?: Duration | undefined
}
