import type { Hex } from '../../lib/hex.ts'
import type { L1Values } from '../network.ts'

/** A deposit as a bridge on L1 would send it; amounts in wei. */
export interface DepositOptions {
  readonly from: Hex
  /** None: it creates a contract. */
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
  /** @default 1,000,000 */
  readonly gas?: bigint | undefined
  readonly data?: Hex | undefined
}

/** The simulated L1 of a chain of the OP stack: see `network`. On another chain its methods throw. */
export interface DevnetL1 {
  readonly l1: {
    /**
     * What L1 is from now on, the open block included: base fee and blob base fee in wei, and the scalars by
     * which fees follow. `number` and `timestamp` (seconds) are those of the next block's L1 block, from which
     * L1 goes on. Throws an `InvalidOption`.
     *
     * @example
     * await devnet.l1.set({ baseFee: 50_000_000_000n })
     */
    set(values: L1Values): Promise<void>
  }
  /**
   * Brings a deposit (type 0x7e) into the next block that is opened, as a bridge would; its hash. With
   * automining it is sealed at once. Throws an `InvalidOption`.
   *
   * @example
   * const hash = await devnet.deposit({ from: alice, to: alice, mint: 10n ** 18n })
   */
  deposit(deposit: DepositOptions): Promise<Hex>
}
