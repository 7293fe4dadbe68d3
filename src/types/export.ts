/**
 * The file formats that a chain can be exported to: `anvil`, the state file of `dumpState`; `genesis`,
 * geth's `genesis.json` with the accounts of a block; `rlp`, the blocks after genesis, one after the
 * other; `fixture`, a declarative fixture with the accounts of a block.
 */
export type ExportFormat = 'anvil' | 'genesis' | 'rlp' | 'fixture'

/** Which part of a chain is exported. */
export interface ExportRequest {
  /**
   * Number of the newest block to export. Not for `anvil`.
   * @default the head
   */
  readonly block?: bigint | number | undefined
}

/** A chain as a file. */
export interface ExportedChain {
  /** The bytes of the file, not compressed. */
  readonly content: Uint8Array
  /** What the file leaves out of the chain and what loading it requires, one sentence each, for people to read. */
  readonly notes: readonly string[]
}

/** What a state file should contain. */
export interface DumpRequest {
  /** See the option of the same name, which is the default. */
  readonly preserveHistoricalStates?: boolean | undefined
}
