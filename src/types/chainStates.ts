/** A tag of the block parameter that is not tied to a number. */
export type StateTag = 'latest' | 'pending' | 'safe' | 'finalized'

/**
 * When a transaction or a block reaches a state.
 * - `arrival`: when the pool has taken the transaction.
 * - `built`: when the builder has placed it, before clients can read what came of it.
 * - `subBlock`: when the sub-block (flashblock, mini-block, shred) with it is published.
 * - `seal`: when its block has its hash.
 * - `safe`, `finalized`: when as many blocks follow its block as the record's `safeLag` or `finalizedLag` says.
 * - `{ blocks }`: when that number of blocks follows its block.
 */
export type Reached =
  | 'arrival'
  | 'built'
  | 'subBlock'
  | 'seal'
  | 'safe'
  | 'finalized'
  | { readonly blocks: number }

/**
 * How a client learns that a state no longer holds.
 * - `newIndex0`: a sub-block with index 0 and other transactions follows.
 * - `removedLogs`: subscriptions repeat its logs with `removed: true`.
 * - `event`: a message of its own says so.
 * - `silent`: nothing says so; receipts are null or name another block.
 * - `never`: the chain does not take it back.
 */
export type Withdrawal = 'never' | 'newIndex0' | 'removedLogs' | 'event' | 'silent'

/**
 * What clients can read of a transaction in a state: the transaction by its hash, its receipt, its effect on the
 * count of transactions at `pending`, its logs.
 */
export type Shown = 'transaction' | 'receipt' | 'count' | 'logs'

/** A state that a transaction or a block can be in on a chain. */
export interface ChainState {
  /** The chain's own word for it, such as `proposed`. */
  readonly name: string
  /** What puts a transaction or a block into it. */
  readonly reached: Reached
  /** How clients learn that it no longer holds. */
  readonly withdrawal: Withdrawal
  /** Tags that name the newest block in this state when accounts, code and storage are read or a call runs. */
  readonly tags: readonly StateTag[]
  /** Tags that name it when the block itself is read, where they are not the same. */
  readonly blockTags?: readonly StateTag[] | undefined
  /** What clients can read of a transaction in it. */
  readonly shows: readonly Shown[]
  /** Kinds of `eth_subscribe` that push when a transaction or a block reaches it. */
  readonly subscriptions: readonly string[]
}
