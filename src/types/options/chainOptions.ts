import type { Amount, Duration } from '../values.ts'

/** How blocks are numbered, timed and kept. */
export interface BlockOptions {
  /**
   * Number of the first block. When it is above 0, the blocks between block 0 and it do not exist.
   * @default 0
   */
  number?: number | bigint | string | undefined
  /**
   * Blocks from `latest` back to `safe`, and from there to `finalized`.
   * @default 32
   */
  slotsInAnEpoch?: number | undefined
  /**
   * Whether a block may have the timestamp of the one before it. Blocks that come by a timer of less than a second
   * always may.
   * @default false; true with `compat: 'anvil'`
   */
  allowSameTimestamp?: boolean | undefined
  /**
   * Leaves out the CREATE2 factory at 0x4e59b44847b379578588920ca78fbf26c0b4956c, which deploys
   * contracts at the same address on every chain.
   * @default false; true with `compat: 'hardhat'`, `'hardhat3'` and `'ganache'`
   */
  disableDefaultCreate2Deployer?: boolean | undefined
  /**
   * Makes `eth_sendTransaction` and `eth_sendRawTransaction` answer with an error when the
   * transaction is sealed at once and fails, as Hardhat does.
   * @default false; true with `compat: 'hardhat'` and `'hardhat3'`
   */
  throwOnFailure?: boolean | undefined
}

/** What gas costs, and which transactions the pool rejects for their fees or balance. */
export interface FeeOptions {
  /**
   * Base fee of the genesis block per gas: wei, or with a unit such as `'5 gwei'`.
   * @default 1000000000
   */
  baseFee?: Amount | undefined
  /**
   * What `eth_gasPrice` answers, and the price of transactions that are sent without fees, in wei per gas or with a unit;
   * as long as it pays the base fee.
   * @default the base fee of the next block and a tip of 1 gwei
   */
  gasPrice?: Amount | undefined
  /**
   * The lowest tip with which the pool accepts a transaction, in wei per gas or with a unit.
   * @default 0
   */
  minGasPrice?: Amount | undefined
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
   * How long before the seal the last flashblock of a block is made, such as `'50ms'`.
   * @default 0
   */
  flashblockLeeway?: Duration | undefined
}

/** How much of the past is kept, so that memory stays bounded. */
export interface HistoryOptions {
  /**
   * Keeps only this many of the newest blocks and their states; `true` is 64. At least 256 blocks are
   * kept, as contracts can read their hashes. Reads of what was pruned are errors.
   * @default false
   */
  pruneHistory?: number | boolean | undefined
  /**
   * Keeps only this many of the newest blocks with their transactions; at least 256.
   * @default all
   */
  transactionBlockKeeper?: number | undefined
  /**
   * Keeps only the states of this many of the newest blocks.
   * @default all
   */
  maxPersistedStates?: number | undefined
}
