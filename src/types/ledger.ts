import type { BlockLevelAccessList } from '@ethereumjs/util'

/** What was read and written, by address: a part of a block access list (EIP-7928). */
export type Accesses = BlockLevelAccessList['accesses']

/** Gas of the two kinds that a block has (EIP-8037): for what is computed, and for what makes the state grow. */
export interface GasByKind {
  readonly regular: bigint
  readonly state: bigint
}

/** What a block of Amsterdam keeps until it is sealed, besides receipts. */
export interface Ledger {
  /** Of its transactions; a block has used as much as of the kind of which it has used more. */
  readonly gas: GasByKind
  /** What came before its transactions, then what each of them accessed. */
  readonly accesses: readonly Accesses[]
  /** Of all these, each for itself; the list of the block has as many or fewer. */
  readonly items: number
}
