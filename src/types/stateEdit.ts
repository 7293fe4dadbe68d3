import type { StateTree } from './state.ts'

/** A change of an account that no transaction makes. What is absent stays. */
export interface StateEdit {
  /** 20 bytes. */
  readonly address: Uint8Array
  /** Wei. */
  readonly balance?: bigint | undefined
  /** Wei to be added to what the account has then. */
  readonly addBalance?: bigint | undefined
  readonly nonce?: bigint | undefined
  readonly code?: Uint8Array | undefined
  /** 32 bytes each. */
  readonly storage?: readonly (readonly [slot: Uint8Array, value: Uint8Array])[] | undefined
}

/** An edit with its place among the transactions of a block. */
export interface PlacedEdit {
  /** How many transactions ran before it. */
  readonly after: number
  readonly edit: StateEdit
}

/** What is needed besides its transactions to run again a block that was edited while it was open. */
export interface EditedBlock {
  /** The state before its first transaction. */
  readonly builtOn: StateTree
  /** In order. */
  readonly edits: readonly PlacedEdit[]
}
