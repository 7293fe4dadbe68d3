import type { StateManagerInterface } from '@ethereumjs/common'
import type { Hex } from '../lib/hex.ts'

/** What an account holds. `storageRoot` is computed when it is read. */
export interface AccountState {
  readonly nonce: bigint
  /** Wei. */
  readonly balance: bigint
  /** 32 bytes; the hash of nothing for an account without code. */
  readonly codeHash: Uint8Array
  /** 32 bytes. */
  readonly storageRoot: Uint8Array
}

/** An account without its storage. */
export interface PlainAccount {
  readonly nonce: bigint
  /** Wei. */
  readonly balance: bigint
  readonly code: Uint8Array
}

/** A slot in an `eth_getProof` answer: its key and value as numbers, the proof as RLP nodes from the root down. */
export interface SlotProof {
  readonly slot: Uint8Array
  readonly value: bigint
  readonly proof: readonly Uint8Array[]
}

export interface AccountProof {
  readonly account: AccountState
  readonly accountProof: readonly Uint8Array[]
  readonly slots: readonly SlotProof[]
}

/** What an account has now, 0 when it is gone. */
export interface NewBalance {
  readonly address: Uint8Array
  /** Wei. */
  readonly balance: bigint
}

/** An account with its address and code. */
export interface AccountEntry extends AccountState {
  readonly address: Uint8Array
  readonly code: Uint8Array
}

/** A slot that is set: its number and value, 32 bytes each. */
export interface SlotEntry {
  readonly slot: Uint8Array
  readonly value: Uint8Array
}

/**
 * A whole state that never changes: one pointer into a persistent Merkle trie.
 * Addresses have 20 bytes, slots and values 32. Reading a missing account gives `undefined`,
 * a missing slot 32 zero bytes, missing code no bytes.
 */
export interface StateTree {
  /** State root, 32 bytes; hashes what has changed since a root was last asked for. */
  root(): Uint8Array
  account(address: Uint8Array): AccountState | undefined
  code(address: Uint8Array): Uint8Array
  storage(address: Uint8Array, slot: Uint8Array): Uint8Array
  proof(address: Uint8Array, slots: readonly Uint8Array[]): AccountProof
  /** The accounts whose balance differs from `earlier`, in no order. Costs what was written between the two. */
  balancesSince(earlier: StateTree): Iterable<NewBalance>
  /** The addresses of accounts that differ from `earlier`, in no order. Costs what was written between the two. */
  changedSince(earlier: StateTree): Iterable<Uint8Array>
  /** All accounts in the order of their hashed addresses, starting at the hash `from`: 32 bytes, or its first bytes. */
  accounts(from?: Uint8Array): Iterable<AccountEntry>
  /** The slots of an account in the order of their hashes; `from` as for accounts. */
  slots(address: Uint8Array, from?: Uint8Array): Iterable<SlotEntry>
  /** A writable state that starts here; costs O(1). */
  fork(): MutableState
}

/**
 * A state being written, as `@ethereumjs/vm` requires it, over a tree.
 * The synchronous methods do the same as their namesakes of the interface.
 */
export interface MutableState extends StateManagerInterface {
  /** The state as it is now, as a value. Costs what was written since the last call, not what is there. */
  tree(): StateTree
  /** Drops everything that was written and every checkpoint, and continues from `tree`. */
  load(tree: StateTree): void
  readAccount(address: Uint8Array): AccountState | undefined
  /** Returns what `readAccount` and `readCode` return, for a packed address: src/state/trie/packed.ts. */
  fieldsOf(address: string): PlainAccount | undefined
  readCode(address: Uint8Array): Uint8Array
  readStorage(address: Uint8Array, slot: Uint8Array): Uint8Array
  /** Whether any slot of the account is not zero. This and the next three have bytes packed: src/state/trie/packed.ts. */
  hasStorage(address: string): boolean
  /** The value of a slot without zeros in front. */
  slot(address: string, slot: string): string
  /** What a slot held when this transaction first read it: `value`, which it holds, if that is now. */
  originalSlot(address: string, slot: string, value: string): string
  setSlot(address: string, slot: string, value: string): void
  /** Sets the given fields; creates the account when there is none. */
  writeAccount(address: Uint8Array, fields: { nonce?: bigint; balance?: bigint }): void
  /** The same as `writeAccount`, for a packed address and both fields. */
  setAmounts(address: string, nonce: bigint, balance: bigint): void
  writeCode(address: Uint8Array, code: Uint8Array): void
  /** `value` may be shorter than 32 bytes; zero removes the slot. */
  writeStorage(address: Uint8Array, slot: Uint8Array, value: Uint8Array): void
  /** Removes all slots of the account. */
  wipeStorage(address: Uint8Array): void
}

/** An address and the account there, as genesis files list them. */
export interface GenesisAccount {
  readonly address: Hex
  readonly balance?: bigint
  readonly nonce?: bigint
  readonly code?: Uint8Array
  readonly storage?: readonly (readonly [slot: Uint8Array, value: Uint8Array])[]
}

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
  /** The edits in order. */
  readonly edits: readonly PlacedEdit[]
}
