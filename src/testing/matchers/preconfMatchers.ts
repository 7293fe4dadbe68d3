import type { ExpectedArgs } from './args.ts'
import type { BalanceOptions, ExpectedChange } from './balances.ts'
import type { TraceOptions } from './callTrace.ts'
import type { ContractLike } from './contract.ts'
import type { PreconfirmedOptions } from './milestones.ts'
import type { LookupOptions } from './requester.ts'
import type { RevertParameters } from './toRevertWith.ts'
import type { ExpectedGas } from './toUseGas.ts'
import type { AddressLike, HexOptions } from './values.ts'

/**
 * Assertions about transactions. The subject is a hash, a receipt, a response of any client, a promise
 * of one, or a function that sends and returns one. Assertions that ask the chain must be awaited.
 */
export interface PreconfMatchers<Sync, Async = Promise<void>> {
  /** Is in a published flashblock, or sealed. `.not` does not wait. */
  toBePreconfirmed(options?: PreconfirmedOptions): Async
  /** Is in a block of the chain. `.not` does not wait. */
  toBeSealed(options?: LookupOptions): Async
  /** Fails in the EVM, for any reason. The subject may also be a call that the client rejects. */
  toRevert(options?: LookupOptions): Async
  /**
   * Reverts with a reason (a string or a regular expression), a panic (its code), a custom error (its
   * name or signature), or an error of a contract: `toRevertWith(token, 'InsufficientBalance', [bob, 0n, 5n])`.
   * The subject may also be a call that the client rejects.
   */
  toRevertWith(...expected: RevertParameters): Async
  /** Emits an event of a contract, from the contract's address if it is known. */
  toEmit(
    contract: ContractLike,
    eventName: string,
    args?: ExpectedArgs,
    options?: LookupOptions,
  ): Async
  /** Changes the balance of an account by an amount of wei, fees not counted. */
  toChangeBalance(account: AddressLike, change: ExpectedChange, options?: BalanceOptions): Async
  /** The same for several accounts, with a change for each. */
  toChangeBalances(
    accounts: readonly AddressLike[],
    changes: readonly ExpectedChange[],
    options?: BalanceOptions,
  ): Async
  /** Changes the token balance of an account, in the token's smallest unit. */
  toChangeTokenBalance(
    token: AddressLike,
    account: AddressLike,
    change: ExpectedChange,
    options?: LookupOptions,
  ): Async
  /** The same for several accounts, with a change for each. */
  toChangeTokenBalances(
    token: AddressLike,
    accounts: readonly AddressLike[],
    changes: readonly ExpectedChange[],
    options?: LookupOptions,
  ): Async
  /** Uses an exact amount of gas, or an amount within inclusive bounds. */
  toUseGas(expected: ExpectedGas, options?: LookupOptions): Async
  /** Matches a snapshot of its calls, events and results. */
  toMatchTrace(options?: TraceOptions & { readonly hint?: string | undefined }): Async
  /** Is an address; in mixed case its checksum must be right. */
  toBeAddress(): Sync
  /** Is a string of `0x` and hex digits. */
  toBeHex(options?: HexOptions): Sync
}
