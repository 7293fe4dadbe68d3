import type { TypedTransaction } from '@ethereumjs/tx'
import type { Address } from '@ethereumjs/util'
import type { Hex } from '../lib/hex.ts'

/** A signed transaction, decoded once; its sender was recovered once. */
export interface SignedTransaction {
  readonly hash: Hex
  readonly sender: Address
  /** The transaction as in a block: a blob transaction without its blobs. */
  readonly envelope: TypedTransaction
  /** Encoding of `envelope`. */
  readonly raw: Uint8Array
  /** The network form of a blob transaction, with blobs, commitments and proofs. */
  readonly sidecar?: Uint8Array | undefined
  /** Whether it is unsigned because its sender is impersonated. */
  readonly isImpersonated?: true | undefined
  /** Whether its sender has kept it from the public pool: only the builder sees it until it is in a block. */
  readonly isPrivate?: true | undefined
}

/** Blobs with their commitments and proofs, those of all transactions one after the other. */
export interface BlobsBundle {
  readonly blobs: readonly Uint8Array[]
  readonly commitments: readonly Uint8Array[]
  /** One for each blob, or from Osaka on 128 for the cells of each (EIP-7594). */
  readonly proofs: readonly Uint8Array[]
}

/** An event record of a contract. `topics` have 32 bytes each, at most four of them. */
export interface Log {
  readonly address: Uint8Array
  readonly topics: readonly Uint8Array[]
  readonly data: Uint8Array
}

/** What a chain of the OP stack says of a transaction besides. */
export interface OpStackReceipt {
  /** The nonce of a deposit's sender before it. */
  readonly depositNonce?: bigint | undefined
  /** The L1 fields of any other transaction. */
  readonly l1?: L1Receipt | undefined
}

/** What a transaction's data cost on L1, and by what. Wei; each rule has brought some of it. */
export interface L1Receipt {
  /** L1's base fee, per gas. */
  readonly gasPrice: bigint
  readonly gasUsed: bigint
  readonly fee: bigint
  /** The fee scalar in millionths; before Ecotone. */
  readonly feeScalar?: bigint | undefined
  readonly baseFeeScalar?: bigint | undefined
  readonly blobBaseFee?: bigint | undefined
  readonly blobBaseFeeScalar?: bigint | undefined
  /** Where the operator asks for a fee. */
  readonly operatorFeeScalar?: bigint | undefined
  readonly operatorFeeConstant?: bigint | undefined
  readonly daFootprintGasScalar?: bigint | undefined
}

/** The outcome of a transaction in a block, sealed or pending. Gas in units, prices in wei. */
export interface Receipt {
  readonly transaction: SignedTransaction
  /** Position in the block. */
  readonly index: number
  readonly status: 0 | 1
  readonly gasUsed: bigint
  /** Gas used in the block up to and including this transaction. */
  readonly cumulativeGasUsed: bigint
  readonly effectiveGasPrice: bigint
  readonly contractAddress?: Uint8Array | undefined
  readonly logs: readonly Log[]
  /** Position of its first log in the block. */
  readonly firstLogIndex: number
  readonly logsBloom: Uint8Array
  readonly blobGasUsed?: bigint | undefined
  readonly blobGasPrice?: bigint | undefined
  /** State root after the transaction, only before Byzantium. */
  readonly stateRoot?: Uint8Array | undefined
  /** Only on chains of the OP stack. */
  readonly opStack?: OpStackReceipt | undefined
  /** Return or revert data. Not part of the protocol's receipt; kept for messages to people. */
  readonly output: Uint8Array
  /** Why it failed: the EVM's error (`revert`, `out of gas`). */
  readonly failure?: string | undefined
  /** What it printed with `console.log`, see `consoleLine`. Kept for messages to people, too. */
  readonly printed?: readonly Uint8Array[] | undefined
  /**
   * The accounts that its calls, creations and selfdestructs named, 20 bytes each. Kept for searches by account; absent
   * where it did not run here or its hardfork is not known.
   */
  readonly called?: readonly Uint8Array[] | undefined
}
