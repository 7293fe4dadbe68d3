import type { ReorgRequest } from '../events.ts'
import type { CadenceOptions, MiningMode } from '../options/options.ts'
import type { BlockSummary, FlashblockSummary, ReorgSummary } from '../summary.ts'

/** How a devnet makes and replaces blocks. */
export interface DevnetBlocks {
  /**
   * Runs the pool's executable transactions on the pending block and publishes them as its next
   * flashblock.
   *
   * @example
   * const { index, transactions } = await devnet.flashblock()
   */
  flashblock(): Promise<FlashblockSummary>
  /**
   * Seals the pending block, after a last flashblock with what is in the pool.
   *
   * @example
   * const { number, transactions } = await devnet.seal()
   */
  seal(): Promise<BlockSummary>
  /** When blocks are currently made; times in ms. */
  readonly cadence: {
    readonly mining: MiningMode
    readonly blockMs: number
    readonly flashblockMs: number
    readonly isPaused: boolean
  }
  /**
   * Stops the cadence: until `resume`, blocks and flashblocks are made on request only.
   *
   * @example
   * devnet.pause()
   * await devnet.flashblock() // still works
   */
  pause(): void
  /**
   * Continues a paused cadence where it stopped.
   *
   * @example
   * devnet.resume()
   */
  resume(): void
  /**
   * Changes when blocks are made from now on; the pending block stays. Throws an `InvalidOption`.
   *
   * @example
   * await devnet.setCadence({ blockTime: '1s', flashblockTime: '100ms' })
   */
  setCadence(changes: CadenceOptions): Promise<void>
  /**
   * Replaces the newest blocks by the same number of blocks with other hashes and the same timestamps.
   * Throws an `InvalidReorg` and leaves the chain as it is when that is not possible.
   *
   * @example
   * const { removed, added } = await devnet.reorg({ depth: 2, requeue: true })
   */
  reorg(request: ReorgRequest): Promise<ReorgSummary>
  /**
   * Removes the newest blocks from the chain. Throws an `InvalidReorg`.
   *
   * @example
   * const { removed } = await devnet.rollback({ depth: 2 })
   */
  rollback(request?: Omit<ReorgRequest, 'transactions'>): Promise<ReorgSummary>
}
