import type { Block, BlockHeader } from '@ethereumjs/block'
import type { Withdrawal } from '@ethereumjs/util'
import type { Hex } from '../lib/hex.ts'
import type { GasByKind, Ledger } from './execution.ts'
import type { EditedBlock, PlacedEdit, StateTree } from './state.ts'

import type { Receipt, SignedTransaction } from './transaction.ts'

/** A block on the chain with its receipts and state. Never changes. */
export interface SealedBlock {
  readonly kind: 'sealed'
  readonly hash: Hex
  readonly number: bigint
  readonly block: Block
  readonly header: BlockHeader
  readonly transactions: readonly SignedTransaction[]
  readonly receipts: readonly Receipt[]
  /** State after the block. */
  readonly state: StateTree
  /** Bytes of its RLP encoding. */
  readonly size: number
  /** Its access list, encoded; only from Amsterdam on (EIP-7928). */
  readonly accessList?: Uint8Array | undefined
  /** The gas of its transactions by kind; only from Amsterdam on (EIP-8037). */
  readonly gas?: GasByKind | undefined
  /** When accounts were edited while it was open. */
  readonly edited?: EditedBlock | undefined
}

/**
 * The block under construction after one of its flashblocks, all flashblocks so far together.
 * Never changes: each flashblock makes a new one. Roots of state, transactions and receipts in its
 * header are zero.
 */
export interface PendingBlockView {
  readonly kind: 'pending'
  /** Keccak-256 of the RLP of `header` as it is now; only with the option `pendingHash: 'real'`. */
  readonly hash?: Hex | undefined
  readonly number: bigint
  /** Its gas used is that of the flashblocks so far. */
  readonly header: BlockHeader
  readonly parent: SealedBlock
  readonly transactions: readonly SignedTransaction[]
  readonly receipts: readonly Receipt[]
  /** Paid when the block is sealed (EIP-4895); none when absent. */
  readonly withdrawals?: readonly Withdrawal[] | undefined
  readonly state: StateTree
  /** Only from Amsterdam on. */
  readonly ledger?: Ledger | undefined
  /** What was edited while it is open, in order. */
  readonly edits: readonly PlacedEdit[]
  /** Index of the newest flashblock in it. */
  readonly flashblock: number
}

/** A block and the read-only state after it: what every reading method takes. */
export type View = SealedBlock | PendingBlockView

/** A numbered part of the pending block, published before the block is sealed. */
export interface Flashblock {
  /** 0 has the header fields and no transactions; each following one has what it adds. */
  readonly index: number
  /** Identifies the block being built, the same for all its flashblocks. 8 bytes. */
  readonly payloadId: Hex
  readonly transactions: readonly SignedTransaction[]
  readonly receipts: readonly Receipt[]
  /** The block with this flashblock in it. */
  readonly view: PendingBlockView
}

/** An account, and the blocks that are searched for it, both ends included. */
export interface AccountQuery {
  /** 20 bytes. */
  readonly account: Uint8Array
  readonly from: bigint
  readonly to: bigint
  readonly newestFirst: boolean
}
