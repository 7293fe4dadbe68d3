import type { BlockHeader } from '@ethereumjs/block'
import type { Common } from '@ethereumjs/common'
import type { StateTree } from './state.ts'

/** What holds for calls besides the rules of the protocol. */
export interface CallRules {
  /** Gas of a call that names none, and the most that it can have. */
  readonly gasCap: bigint
  /**
   * What a call has to offer: what a transaction has, or only what its sender can pay for, or nothing:
   * its sender is lent what is missing.
   */
  readonly payment: 'asOfTransactions' | 'affordable' | 'unlimited'
  /** The sender of a call that names none, 20 bytes; the zero address when absent. */
  readonly sender?: Uint8Array | undefined
  /** Whether a call can be without recipient and data. @default true */
  readonly createsNothing?: boolean | undefined
  /** Whether a call can have authorizations and no recipient. @default false */
  readonly authorizedCreations?: boolean | undefined
  /** Whether `eth_call` sees a base fee of 0, unless it overrides it. @default false */
  readonly callsWithoutBaseFee?: boolean | undefined
}

/** Where a call or a simulation runs: the header its opcodes see and the state it starts from. */
export interface ExecutionContext {
  readonly header: BlockHeader
  /** Hash of that block, 32 bytes; zero while it is not sealed. */
  readonly hash: Uint8Array
  readonly state: StateTree
  /** The hash of a block by its number, 32 bytes, for BLOCKHASH. */
  readonly blockHashes: (number: bigint) => Uint8Array | undefined
  /** The rules at a block; the same object for all blocks of a hardfork. */
  readonly commonAt: (number: bigint, timestamp: bigint) => Common
  readonly callRules: CallRules
}

// Block access lists (EIP-7928). Addresses, slots and values are packed: src/state/trie/packed.ts.

/** What a part of a block has accessed of an account, and what the account has afterwards of what has changed. */
export interface Access {
  /** The value of each slot without zeros in front; `undefined` where the slot was only read. */
  readonly slots: ReadonlyMap<string, string | undefined>
  /** Wei. */
  readonly balance?: bigint | undefined
  readonly nonce?: bigint | undefined
  readonly code?: Uint8Array | undefined
}

/** What a part of a block has accessed, by address. A part is what comes before the transactions, one of them, or what follows. */
export type Accesses = ReadonlyMap<string, Access>

/** A value and the index of the part that wrote it: 0 is what comes before the transactions, the first of which is 1. */
export type AccessChange<Value> = readonly [index: number, value: Value]

/** What a whole block has accessed of an account, in the order of its encoding. */
export interface AccountAccess {
  readonly address: string
  readonly slotChanges: readonly (readonly [
    slot: string,
    changes: readonly AccessChange<string>[],
  ])[]
  readonly slotReads: readonly string[]
  readonly balances: readonly AccessChange<bigint>[]
  readonly nonces: readonly AccessChange<bigint>[]
  readonly codes: readonly AccessChange<Uint8Array>[]
}

/** The accounts that a block has accessed, by ascending address. */
export type BlockAccessList = readonly AccountAccess[]

/** Gas of the two kinds that a block has (EIP-8037): for what is computed, and for what makes the state grow. */
export interface GasByKind {
  readonly regular: bigint
  readonly state: bigint
}

/** What a block of Amsterdam keeps until it is sealed, besides receipts. */
export interface Ledger {
  /** The gas of its transactions by kind; a block has used the larger of the two. */
  readonly gas: GasByKind
  /** What came before its transactions, then what each of them accessed. */
  readonly accesses: readonly Accesses[]
  /** The items of all these, each counted separately; the block's list has as many or fewer. */
  readonly items: number
}
