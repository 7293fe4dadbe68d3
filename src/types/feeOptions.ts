/** What gas costs, and who is asked whether he can pay. */
export interface FeeOptions {
  /**
   * Base fee of the genesis block, wei per gas.
   * @default 1000000000
   */
  baseFee?: number | bigint | string | undefined
  /**
   * What `eth_gasPrice` answers and transactions offer that are sent without fees, wei per gas.
   * @default the base fee of the next block and a tip of 1 gwei
   */
  gasPrice?: number | bigint | string | undefined
  /**
   * The least that a transaction must offer above the base fee to be taken into the pool, wei per gas.
   * @default 0
   */
  minGasPrice?: number | bigint | string | undefined
  /**
   * Whether tips are advised: `eth_maxPriorityFeePerGas` answers 1 gwei, else 0.
   * @default true
   */
  priorityFee?: boolean | undefined
  /**
   * Takes transactions into the pool whose sender cannot pay for them yet.
   * @default false
   */
  disablePoolBalanceChecks?: boolean | undefined
}
