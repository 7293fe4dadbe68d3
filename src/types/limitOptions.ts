/** How much a block, a transaction and a contract may have. */
export interface LimitOptions {
  /**
   * Gas that a block can hold.
   * @default 30000000
   */
  gasLimit?: number | bigint | string | undefined
  /**
   * Lets blocks hold more gas than anything uses: their gas limit is 2^53 - 1.
   * @default false
   */
  disableBlockGasLimit?: boolean | undefined
  /**
   * Caps the gas of a transaction at 2^24 from Osaka on (EIP-7825).
   * @default false; true with `genesis`
   */
  transactionGasCap?: boolean | undefined
  /**
   * Bytes that the code of a contract can have (EIP-170); code that creates one can have twice as many.
   * @default 24576
   */
  codeSizeLimit?: number | undefined
  /**
   * Lets contracts be of any size.
   * @default false
   */
  disableCodeSizeLimit?: boolean | undefined
  /**
   * Bytes of memory that a call can use, which otherwise only its gas limits.
   * @default none
   */
  memoryLimit?: number | undefined
  /**
   * Transactions that a block can hold.
   * @default none
   */
  maxTransactions?: number | undefined
}
