import type { Duration } from './duration.ts'

/** What goes into flashblocks, and when the last one of a block is made. */
export interface FlashblockOptions {
  /**
   * Has the cadence, the fees and the limits of a network where they are not given. `base`: chain id
   * 8453, a block every 2 s of flashblocks every 200 ms, `flashblockGas: 'cumulative'`,
   * `transactionGasCap`, and a base fee that follows EIP-1559 with elasticity 6 and denominator 125.
   * @default none
   */
  preset?: 'base' | undefined
  /**
   * How much of the block's gas is in flashblock j of n: `cumulative` at most j/n with all before it,
   * as Base's builder has it; `full` whatever fits into the block.
   * @default 'full'
   */
  flashblockGas?: 'cumulative' | 'full' | undefined
  /**
   * How long before the seal the last flashblock of a block is made; a bare number is in milliseconds.
   * @default 0
   */
  flashblockLeeway?: Duration | undefined
}
