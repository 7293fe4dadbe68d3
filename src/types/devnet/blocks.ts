import type { Hex } from '../../lib/hex.ts'
import type { L1Values } from '../network.ts'
import type { CadenceOptions, MiningMode } from '../options/options.ts'
import type { ReorgRequest } from '../reorgRequest.ts'
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
    /** What causes blocks: flashblocks, each transaction, or requests alone. */
    readonly mining: MiningMode
    /** The time from one sealed block to the next. */
    readonly blockMs: number
    /** The time from one flashblock to the next. */
    readonly flashblockMs: number
    /** Whether blocks are made on request only, until `resume`. */
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

/** A deposit as a bridge on L1 would send it; amounts in wei. */
export interface DepositOptions {
  /** The sender, which needs no key. */
  readonly from: Hex
  /** None: it creates a contract. @default none */
  readonly to?: Hex | undefined
  /**
   * Ether that comes to be at `from`, whatever becomes of the transaction.
   * @default 0
   */
  readonly mint?: bigint | undefined
  /**
   * Ether that goes from `from` to `to`.
   * @default 0
   */
  readonly value?: bigint | undefined
  /** The gas limit. @default 1,000,000 */
  readonly gas?: bigint | undefined
  /** The input of the call, or the code that creates the contract. @default none */
  readonly data?: Hex | undefined
}

/** What a chain of the OP stack sees of its L1. On another chain its methods throw. */
export interface SeenL1 {
  /**
   * What L1 is from now on, the open block included: base fee and blob base fee in wei, and the scalars by
   * which fees follow. `number` and `timestamp` (seconds) are those of the next block's L1 block, from which
   * a simulated L1 goes on. Throws an `InvalidOption`.
   *
   * @example
   * await devnet.l1.set({ baseFee: 50_000_000_000n })
   */
  set(values: L1Values): Promise<void>
}

/** The L1 of a chain of the OP stack: see `network`. */
export interface DevnetL1<Devnet> {
  /** The L2s of an L1, by the names of their networks; none without the option `l1`. */
  readonly l2s: Readonly<Record<string, Devnet>>
  /** The L1 as the chain sees it; with the option `l1` the devnet of the L1 too, see `DevnetWithL1`. */
  readonly l1: SeenL1
  /**
   * Brings a deposit (type 0x7e) into the next block that is opened, as a bridge would; its hash. With
   * automining it is sealed at once. Throws an `InvalidOption`.
   *
   * @example
   * const hash = await devnet.deposit({ from: alice, to: alice, mint: 10n ** 18n })
   */
  deposit(deposit: DepositOptions): Promise<Hex>
}
