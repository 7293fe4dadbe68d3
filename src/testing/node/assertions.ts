import { AssertionError } from 'node:assert'
import type { TraceOptions } from '../matchers/callTrace.ts'
import { lookAfter, runMatcher, type TransactionMatchers } from '../matchers/expectMatchers.ts'
import type { MatcherContext } from '../matchers/matcher.ts'
import { type HexOptions, toBeAddress, toBeHex } from '../matchers/values.ts'

type ParametersOf<Matcher> = Matcher extends (
  context: MatcherContext,
  subject: unknown,
  ...parameters: infer Parameters
) => unknown
  ? Parameters
  : never

/**
 * An assertion about a transaction: a hash, a receipt, a response of any client, a promise of one, or
 * a function that sends and returns one. Rejects with an `AssertionError` when it does not hold.
 */
export type Assertion<Name extends keyof TransactionMatchers> = (
  subject: unknown,
  ...parameters: ParametersOf<TransactionMatchers[Name]>
) => Promise<void>

/**
 * The transaction is in a published flashblock, or sealed.
 *
 * @example
 * import { assertPreconfirmed } from 'preconf/node'
 *
 * await assertPreconfirmed(hash, { index: 1 })
 */
export const assertPreconfirmed = asserting('toBePreconfirmed')
/**
 * The transaction is currently neither in a published flashblock nor sealed.
 *
 * @example
 * import { assertNotPreconfirmed } from 'preconf/node'
 *
 * await assertNotPreconfirmed(hash)
 */
export const assertNotPreconfirmed = denying('toBePreconfirmed')
/**
 * The transaction is in a block of the chain.
 *
 * @example
 * import { assertSealed } from 'preconf/node'
 *
 * await assertSealed(hash)
 */
export const assertSealed = asserting('toBeSealed')
/**
 * The transaction is currently not in a block of the chain.
 *
 * @example
 * import { assertNotSealed } from 'preconf/node'
 *
 * await assertNotSealed(hash)
 */
export const assertNotSealed = denying('toBeSealed')
/**
 * The transaction fails in the EVM, for any reason. Also for a call that the client rejects.
 *
 * @example
 * import { assertReverts } from 'preconf/node'
 *
 * await assertReverts(hash)
 */
export const assertReverts = asserting('toRevert')
/**
 * The transaction does not fail in the EVM. Also for a call.
 *
 * @example
 * import { assertSucceeds } from 'preconf/node'
 *
 * await assertSucceeds(hash)
 */
export const assertSucceeds = denying('toRevert')
/**
 * The transaction reverts with a reason (a string or a regular expression), a panic (its code), a custom
 * error (its name or signature), or an error of a contract. Also for a call that the client rejects.
 *
 * @example
 * import { assertRevertsWith } from 'preconf/node'
 *
 * await assertRevertsWith(hash, token, 'InsufficientBalance', [bob, 0n, 5n])
 */
export const assertRevertsWith = asserting('toRevertWith')
/**
 * The transaction emits an event of a contract, from the contract's address if it is known.
 *
 * @example
 * import { assertEmits } from 'preconf/node'
 *
 * await assertEmits(hash, token, 'Transfer', [alice, bob, 5n])
 */
export const assertEmits = asserting('toEmit')
/**
 * The transaction does not emit such an event.
 *
 * @example
 * import { assertDoesNotEmit } from 'preconf/node'
 *
 * await assertDoesNotEmit(hash, token, 'Transfer')
 */
export const assertDoesNotEmit = denying('toEmit')
/**
 * The transaction changes the balance of an account by an amount of wei, fees not counted.
 *
 * @example
 * import { assertChangesBalance } from 'preconf/node'
 *
 * await assertChangesBalance(hash, bob, 5n)
 */
export const assertChangesBalance = asserting('toChangeBalance')
/**
 * The same for several accounts, with a change for each.
 *
 * @example
 * import { assertChangesBalances } from 'preconf/node'
 *
 * await assertChangesBalances(hash, [alice, bob], [-5n, 5n])
 */
export const assertChangesBalances = asserting('toChangeBalances')
/**
 * The transaction changes the token balance of an account, in the token's smallest unit.
 *
 * @example
 * import { assertChangesTokenBalance } from 'preconf/node'
 *
 * await assertChangesTokenBalance(hash, token.address, bob, 5n)
 */
export const assertChangesTokenBalance = asserting('toChangeTokenBalance')
/**
 * The same for several accounts, with a change for each.
 *
 * @example
 * import { assertChangesTokenBalances } from 'preconf/node'
 *
 * await assertChangesTokenBalances(hash, token.address, [alice, bob], [-5n, 5n])
 */
export const assertChangesTokenBalances = asserting('toChangeTokenBalances')
/**
 * The transaction uses an exact amount of gas, or an amount within inclusive bounds.
 *
 * @example
 * import { assertUsesGas } from 'preconf/node'
 *
 * await assertUsesGas(hash, 21_000n)
 */
export const assertUsesGas = asserting('toUseGas')

/**
 * The value is an address; in mixed case its checksum must be right.
 *
 * @example
 * import { assertAddress } from 'preconf/node'
 *
 * assertAddress(bob)
 */
export function assertAddress(value: unknown): void {
  const { pass, message } = toBeAddress({ isNot: false }, value)
  if (!pass) fail(message)
}

/**
 * The value is a string of `0x` and hex digits.
 *
 * @example
 * import { assertHex } from 'preconf/node'
 *
 * assertHex(hash, { bytes: 32 })
 */
export function assertHex(value: unknown, options?: HexOptions): void {
  const { pass, message } = toBeHex({ isNot: false }, value, options)
  if (!pass) fail(message)
}

/**
 * What a transaction did, as lines of text: its calls, what they emitted and returned, and how they failed.
 * Equal behaviour gives an equal text, so that it can be compared with a snapshot.
 *
 * @example
 * import { traceOf } from 'preconf/node'
 *
 * console.log(await traceOf(hash, { names: { bob, token } }))
 */
export async function traceOf(subject: unknown, options: TraceOptions = {}): Promise<string> {
  lookAfter(subject)
  const { callTrace } = await import('../matchers/callTrace.ts')
  return callTrace({ isNot: false }, subject, options)
}

function asserting<Name extends keyof TransactionMatchers>(name: Name): Assertion<Name> {
  return async (subject, ...parameters) => {
    const { pass, message } = await runMatcher(name, { isNot: false }, subject, parameters)
    if (!pass) fail(message)
  }
}

function denying<Name extends keyof TransactionMatchers>(name: Name): Assertion<Name> {
  return async (subject, ...parameters) => {
    const { pass, message } = await runMatcher(name, { isNot: true }, subject, parameters)
    if (pass) fail(message)
  }
}

function fail(message: () => string): never {
  throw new AssertionError({ message: message(), stackStartFn: fail })
}
