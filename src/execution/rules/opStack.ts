import type { BlockHeader } from '@ethereumjs/block'
import type { Common } from '@ethereumjs/common'
import type { TypedTransaction } from '@ethereumjs/tx'
import type { Machine } from '../../ethereumjs/machine.ts'
import type { L1Values, OpStackRecord } from '../../types/network.ts'
import type { GenesisAccount, StateTree } from '../../types/state.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import type { SealedBlock, View } from '../../types/view.ts'
import { type NetworkRules, networkRulesOf } from './networkRules.ts'
import type { TransactionRun } from './receipt.ts'

/** What is asked of a state; a `StateTree` fits. */
export type FeeState = Pick<StateTree, 'storage'>

/** A block of an L1 that a chain follows. */
export interface L1Origin {
  readonly number: bigint
  /** Seconds. */
  readonly timestamp: bigint
  /** 32 bytes. */
  readonly hash: Uint8Array
  /** Wei per gas. */
  readonly baseFee: bigint
  /** Wei per blob gas. */
  readonly blobBaseFee: bigint
  /** 32 bytes. */
  readonly prevRandao: Uint8Array
  /** 32 bytes. */
  readonly parentBeaconBlockRoot: Uint8Array
}

/** A deposit that a block of L1 has logged. */
export interface L1Deposit extends Omit<UserDeposit, 'index'> {
  /** 32 bytes. */
  readonly l1BlockHash: Uint8Array
  /** The index of its log in that block. */
  readonly index: bigint
}

/** What the block after a block with a given origin has of L1. */
export interface L1Step {
  /** May be that of the block before. None: it is not on L1 any more, and the block has that of the block before. */
  readonly origin: L1Origin | undefined
  /** The deposits of the L1 blocks after the origin before, in their order. */
  readonly deposits: readonly L1Deposit[]
}

/** The L1 that a chain follows, where there is one. */
export interface L1Source {
  /**
   * What the next block has of L1. `origin`: the number of its parent's. `timestamp`: its own, in seconds. `gas`: what
   * deposits may take of it.
   */
  step(request: {
    readonly origin: bigint
    readonly timestamp: bigint
    readonly gas: bigint
  }): L1Step
  /** Whether L1 has stalled for so long that a block of that time, in seconds, has deposits alone. */
  isStalled(timestamp: bigint): boolean
  /** Why a transaction cannot be in a block of that time, in seconds: the messages of other L2s that it executes. */
  refusal(transaction: SignedTransaction, timestamp: bigint): MessageRefusal | undefined
}

/** Why a transaction cannot execute a message of another chain. */
export interface MessageRefusal {
  readonly message: string
  /** Whether no later block can take it either, as the chains are now. */
  readonly isFinal: boolean
}

/** What the next block is to have of L1. */
export interface L1Request {
  /** The L1 that it follows; none: a simulated one. */
  readonly source?: L1Source | undefined
  readonly values?: L1Values | undefined
  /** Deposits of users, which begin an epoch. */
  readonly deposits?: readonly SignedTransaction[] | undefined
  /** Whether PREVRANDAO was set by a request instead of taken from L1. */
  readonly hasOwnRandao?: boolean | undefined
  /** The block's gas limit. */
  readonly gasLimit?: bigint | undefined
  /** The block's time, in seconds. */
  readonly timestamp: bigint
  /** The block's time in milliseconds, where it has one. */
  readonly timestampMs?: bigint | undefined
}

/** What a block begins with. */
export interface OpStackOpening {
  /** 32 bytes. */
  readonly prevRandao: Uint8Array
  /** 32 bytes. */
  readonly parentBeaconBlockRoot: Uint8Array
  /** Deposits: of the system first, then of users. */
  readonly transactions: readonly SignedTransaction[]
}

/** What a transaction takes besides gas. */
export interface ExtraCosts {
  /** Wei at most: for its data on L1, and for the operator. */
  readonly fee: bigint
  /** Data availability that it takes of its block, in gas (Jovian). */
  readonly footprint: bigint
}

/** What a chain of the OP stack does otherwise than Ethereum. `src/extensions/networks/op/` has it, and is loaded for such chains alone. */
export interface OpStackRules extends NetworkRules {
  readonly kind: 'opStack'
  readonly network: OpStackRecord
  decode(bytes: Uint8Array, common: Common, nonce?: bigint): SignedTransaction | undefined
  /** Between the times of two blocks, where they have times in milliseconds. */
  readonly blockMs: number | undefined
  /** The extra data of all headers, unless another is chosen. */
  readonly extraData: Uint8Array
  /** Receives tips: 20 bytes. */
  readonly coinbase: Uint8Array
  /** The recipients of the fees besides the tip: 20 bytes each. */
  readonly feeVaults: readonly Uint8Array[]
  /** Contracts that a fresh chain begins with; its first block has this timestamp. */
  predeploys(timestamp: bigint): readonly GenesisAccount[]
  /** What the block after `parent` begins with; `common` has its rules. */
  opening(
    parent: Pick<SealedBlock, 'number' | 'state'>,
    request: L1Request,
    common: Common,
  ): OpStackOpening
  /** Returns the extra costs of a transaction that runs next on the state. */
  extraCosts(transaction: SignedTransaction, state: FeeState): ExtraCosts
  run(
    machine: Machine,
    transaction: SignedTransaction,
    header: BlockHeader,
    plain: () => Promise<TransactionRun>,
  ): Promise<TransactionRun>
  /** Returns the withdrawals root in the header of a block with that state after it. 32 bytes. */
  withdrawalsRoot(state: StateTree): Uint8Array
  /** When the block is, where such blocks have times in milliseconds. */
  timestampMs(block: Pick<View, 'header' | 'transactions' | 'state'>): bigint | undefined
  /** What a deposit says; `undefined` of any other transaction. */
  depositOf(envelope: TypedTransaction): OpStackDeposit | undefined
  /**
   * Returns the part of its second, in ms, of a block with that state after it, where blocks have times in
   * milliseconds.
   */
  partMs(state: FeeState): bigint
  /** A user's deposit. */
  userDeposit(deposit: UserDeposit, common: Common): SignedTransaction
}

/** What a deposit says that other transactions do not. */
export interface OpStackDeposit {
  /** 32 bytes. */
  readonly sourceHash: Uint8Array
  /** Wei. */
  readonly mint: bigint
  readonly isSystem: boolean
}

/** A deposit that a bridge brings. */
export interface UserDeposit {
  readonly from: Uint8Array
  readonly to: Uint8Array | undefined
  readonly mint: bigint
  readonly value: bigint
  readonly gas: bigint
  readonly data: Uint8Array
  /** Which of its L1 block's logs it is; makes equal deposits different. */
  readonly index: bigint
}

/** The rules of the OP stack where they hold. */
export function opStackOf(common: Common): OpStackRules | undefined {
  const rules = networkRulesOf(common)
  return rules?.kind === 'opStack' ? (rules as OpStackRules) : undefined
}
