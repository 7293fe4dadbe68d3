/** How blocks are numbered, timed and kept. */
export interface BlockOptions {
  /**
   * Number of the block that the chain begins with; above 0 those before it are not there, but 0.
   * @default 0
   */
  number?: number | bigint | string | undefined
  /**
   * Blocks from `latest` back to `safe`, and from there to `finalized`.
   * @default 32
   */
  slotsInAnEpoch?: number | undefined
  /**
   * Whether a block may have the timestamp of the one before it.
   * @default false
   */
  allowSameTimestamp?: boolean | undefined
  /**
   * Begins without the contract at 0x4e59b44847b379578588920ca78fbf26c0b4956c that deploys others at
   * addresses which are the same on all chains.
   * @default false
   */
  disableDefaultCreate2Deployer?: boolean | undefined
  /**
   * Has `eth_sendTransaction` and `eth_sendRawTransaction` fail where the transaction is sealed at
   * once and fails, as Hardhat's node does.
   * @default false; true with `compat: 'hardhat'`
   */
  throwOnFailure?: boolean | undefined
}
