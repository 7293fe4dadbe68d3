/** How much of the past is kept, so that memory stays bounded. */
export interface HistoryOptions {
  /**
   * Keeps the states of so many blocks, the newest, and those blocks; `true` is 64. Blocks are kept
   * for 256 at least, as contracts can ask for their hashes. Reads of what is gone are errors.
   * @default false
   */
  pruneHistory?: number | boolean | undefined
  /**
   * Keeps so many blocks, the newest, with their transactions; 256 at least.
   * @default all
   */
  transactionBlockKeeper?: number | undefined
  /**
   * Keeps the states of so many blocks, the newest.
   * @default all
   */
  maxPersistedStates?: number | undefined
}
