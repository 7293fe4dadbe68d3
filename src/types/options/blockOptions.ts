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
