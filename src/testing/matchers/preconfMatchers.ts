import type { AddressLike } from './address.ts'
import type { ExpectedArgs } from './args.ts'
import type { TraceOptions } from './callTrace.ts'
import type { ExpectedChange } from './changes.ts'
import type { ContractLike } from './contract.ts'
import type { LookupOptions } from './options.ts'
import type { HexOptions } from './toBeHex.ts'
import type { PreconfirmedOptions } from './toBePreconfirmed.ts'
import type { BalanceOptions } from './toChangeBalance.ts'
import type { RevertParameters } from './toRevertWith.ts'
import type { ExpectedGas } from './toUseGas.ts'

/**
 * Assertions about transactions. The subject is a hash, a receipt, a response of any client, a promise
 * of one, or a function that sends and returns one; what asks the chain is to be awaited.
 */
export interface PreconfMatchers<Sync, Async = Promise<void>> {
  /** Is in a published flashblock, or sealed. `.not` is about this moment. */
  toBePreconfirmed(options?: PreconfirmedOptions): Async
  /** Is in a block of the chain. `.not` is about this moment. */
  toBeSealed(options?: LookupOptions): Async
  /** Fails in the EVM, however. The subject may be a call too, as clients reject it. */
  toRevert(options?: LookupOptions): Async
  /**
   * Reverts with a text (a string, or a pattern), a panic (its code), or a custom error (its name or
   * signature), or with an error of a contract: `toRevertWith(token, 'InsufficientBalance', [bob, 0n, 5n])`.
   * The subject may be a call too, as clients reject it.
   */
  toRevertWith(...expected: RevertParameters): Async
  /** Emits an event of a contract; of its address, where it has one. */
  toEmit(
    contract: ContractLike,
    eventName: string,
    args?: ExpectedArgs,
    options?: LookupOptions,
  ): Async
  /** Changes the ether of an account by so many wei, fees left out. */
  toChangeBalance(account: AddressLike, change: ExpectedChange, options?: BalanceOptions): Async
  /** The same of several accounts, with a change for each. */
  toChangeBalances(
    accounts: readonly AddressLike[],
    changes: readonly ExpectedChange[],
    options?: BalanceOptions,
  ): Async
  /** Changes what an account has of a token, in its smallest unit. */
  toChangeTokenBalance(
    token: AddressLike,
    account: AddressLike,
    change: ExpectedChange,
    options?: LookupOptions,
  ): Async
  /** The same of several accounts, with a change for each. */
  toChangeTokenBalances(
    token: AddressLike,
    accounts: readonly AddressLike[],
    changes: readonly ExpectedChange[],
    options?: LookupOptions,
  ): Async
  /** Uses so much gas: an exact amount, or bounds that are included. */
  toUseGas(expected: ExpectedGas, options?: LookupOptions): Async
  /** Does what the snapshot of its calls, events and results says. */
  toMatchTrace(options?: TraceOptions & { readonly hint?: string | undefined }): Async
  /** Is an address; in mixed case with the right checksum. */
  toBeAddress(): Sync
  /** Is a string of `0x` and hex digits. */
  toBeHex(options?: HexOptions): Sync
}
