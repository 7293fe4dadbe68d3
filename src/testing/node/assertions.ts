import { AssertionError } from 'node:assert'
import type { TraceOptions } from '../matchers/callTrace.ts'
import type { MatcherContext } from '../matchers/matcher.ts'
import { lookAfter, runMatcher, type TransactionMatchers } from '../matchers/runMatcher.ts'
import { toBeAddress } from '../matchers/toBeAddress.ts'
import { type HexOptions, toBeHex } from '../matchers/toBeHex.ts'

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

/** It is in a published flashblock, or sealed. */
export const assertPreconfirmed = asserting('toBePreconfirmed')
/** It is neither in a published flashblock nor sealed at this moment. */
export const assertNotPreconfirmed = denying('toBePreconfirmed')
/** It is in a block of the chain. */
export const assertSealed = asserting('toBeSealed')
/** It is in no block of the chain at this moment. */
export const assertNotSealed = denying('toBeSealed')
/** It fails in the EVM, however; it may be a call too, as clients reject it. */
export const assertReverts = asserting('toRevert')
/** It does not fail in the EVM; it may be a call too. */
export const assertSucceeds = denying('toRevert')
/**
 * It reverts with a text (a string, or a pattern), a panic (its code), or a custom error (its name or
 * signature), or with an error of a contract. It may be a call too, as clients reject it.
 */
export const assertRevertsWith = asserting('toRevertWith')
/** It emits an event of a contract; of its address, where it has one. */
export const assertEmits = asserting('toEmit')
/** It does not emit such an event. */
export const assertDoesNotEmit = denying('toEmit')
/** It changes the ether of an account by so many wei, fees left out. */
export const assertChangesBalance = asserting('toChangeBalance')
/** The same of several accounts, with a change for each. */
export const assertChangesBalances = asserting('toChangeBalances')
/** It changes what an account has of a token, in its smallest unit. */
export const assertChangesTokenBalance = asserting('toChangeTokenBalance')
/** The same of several accounts, with a change for each. */
export const assertChangesTokenBalances = asserting('toChangeTokenBalances')
/** It uses so much gas: an exact amount, or bounds that are included. */
export const assertUsesGas = asserting('toUseGas')

/** It is an address; in mixed case with the right checksum. */
export function assertAddress(value: unknown): void {
  const { pass, message } = toBeAddress({ isNot: false }, value)
  if (!pass) fail(message)
}

/** It is a string of `0x` and hex digits. */
export function assertHex(value: unknown, options?: HexOptions): void {
  const { pass, message } = toBeHex({ isNot: false }, value, options)
  if (!pass) fail(message)
}

/**
 * What a transaction did, as lines of text: its calls, what they emitted, returned and failed with.
 * The same wherever the contracts do the same, so that it can be compared with a snapshot.
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
