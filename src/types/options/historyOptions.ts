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
