import type { BlockHeader } from '@ethereumjs/block'
import type { StateTree } from './state.ts'

/** Where a call or a simulation runs: the header its opcodes see and the state it starts from. */
export interface ExecutionContext {
  readonly header: BlockHeader
  readonly state: StateTree
  /** The hash of a block by its number, 32 bytes, for BLOCKHASH. */
  readonly blockHashes: (number: bigint) => Uint8Array | undefined
}
