/** What gas costs, and which transactions the pool rejects for their fees or balance. */
export interface FeeOptions {
  /**
   * Base fee of the genesis block, wei per gas.
   * @default 1000000000
   */
  baseFee?: number | bigint | string | undefined
  /**
   * What `eth_gasPrice` answers, and the price of transactions that are sent without fees, wei per gas;
   * as long as it pays the base fee.
   * @default the base fee of the next block and a tip of 1 gwei
   */
  gasPrice?: number | bigint | string | undefined
  /**
   * The lowest tip with which the pool accepts a transaction, wei per gas.
   * @default 0
   */
  minGasPrice?: number | bigint | string | undefined
  /**
   * Whether `eth_maxPriorityFeePerGas` answers 1 gwei; otherwise it answers 0.
   * @default true
   */
  priorityFee?: boolean | undefined
  /**
   * Accepts transactions into the pool even if the sender cannot pay for them yet.
   * @default false
   */
  disablePoolBalanceChecks?: boolean | undefined
}
