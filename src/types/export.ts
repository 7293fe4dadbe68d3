/**
 * What a chain can be written as: `anvil`, the state file of `dumpState`; `genesis`, geth's
 * `genesis.json` with the accounts of a block; `rlp`, the blocks after genesis, one after the other;
 * `fixture`, a declarative fixture with the accounts of a block.
 */
export type ExportFormat = 'anvil' | 'genesis' | 'rlp' | 'fixture'

export interface ExportRequest {
  /**
   * Number of the newest block that is in it. Not for `anvil`.
   * @default the head
   */
  readonly block?: bigint | number | undefined
}

/** A chain as a file. */
export interface ExportedChain {
  readonly content: Uint8Array
  /** What of the chain is not in it, and what loading it takes; for people, a sentence each. */
  readonly notes: readonly string[]
}

/** What a state file should contain. */
export interface DumpRequest {
  /** See the option of the same name, which is the default. */
  readonly preserveHistoricalStates?: boolean | undefined
}
