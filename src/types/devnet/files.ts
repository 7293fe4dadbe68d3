import type { DumpRequest, ExportedChain, ExportFormat, ExportRequest } from '../export.ts'

/** How a devnet's chain is saved and loaded. */
export interface DevnetFiles {
  /**
   * The chain as a state file: JSON with everything that a new devnet needs to continue from here. Anvil can
   * read it, too.
   *
   * @example
   * const state = await devnet.dumpState()
   */
  dumpState(request?: DumpRequest): Promise<Uint8Array>
  /**
   * Loads a state file on top of the chain, also one of Anvil or one compressed with gzip: accounts and slots
   * are added or overwritten, and its blocks replace the chain's. Throws an `InvalidStateFile` and leaves
   * the chain as it is when the file cannot be read.
   *
   * @example
   * import { readFile } from 'node:fs/promises'
   *
   * await devnet.loadState(await readFile('state.json'))
   */
  loadState(state: Uint8Array): Promise<void>
  /**
   * Writes the chain in another file format, up to its head or to the given block. Only `anvil` contains
   * what is not sealed yet. Throws an `InvalidExport` when the format cannot represent the chain.
   *
   * @example
   * const { content, notes } = await devnet.export('genesis', { block: 0 })
   */
  export(format: ExportFormat, request?: ExportRequest): Promise<ExportedChain>
}
