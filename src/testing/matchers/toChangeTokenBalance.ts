import type { Hex } from '../../lib/hex.ts'
import { type AddressLike, requireAddress, showAddress } from './address.ts'
import { compareChanges, type ExpectedChange } from './changes.ts'
import type { Executed } from './executed.ts'
import { type MatcherContext, MatcherProblem, type MatcherResult } from './matcher.ts'
import type { LookupOptions } from './options.ts'

/** Whether the transactions change the token balance of an account by an amount of its smallest unit. */
export function toChangeTokenBalance(
  context: MatcherContext,
  subject: unknown,
  token: AddressLike,
  account: AddressLike,
  change: ExpectedChange,
  options: LookupOptions = {},
): Promise<MatcherResult> {
  return toChangeTokenBalances(context, subject, token, [account], [change], options)
}

/** The same for several accounts, with a change for each. */
export async function toChangeTokenBalances(
  context: MatcherContext,
  subject: unknown,
  token: AddressLike,
  accounts: readonly AddressLike[],
  changes: readonly ExpectedChange[],
  options: LookupOptions = {},
): Promise<MatcherResult> {
  const address = requireAddress(token)
  const comparison = {
    accounts: accounts.map(requireAddress),
    expected: changes,
    read: (transaction: Executed, owners: readonly Hex[]) =>
      tokenChanges(transaction, address, owners),
    what: `balance of the token ${showAddress(address)}`,
    showAmount: String,
  }
  return compareChanges(context, subject, comparison, options)
}

/** What a call returned, or why it failed. */
type CallResult = { readonly value: Hex } | { readonly error: string }

/** Selector of `balanceOf(address)`, of ERC-20 and ERC-721. */
const balanceOf = '0x70a08231'

async function tokenChanges(
  { chain, hash }: Executed,
  token: Hex,
  owners: readonly Hex[],
): Promise<readonly bigint[]> {
  const calls = owners.map((owner) => ({
    to: token,
    data: `${balanceOf}${owner.slice(2).padStart(64, '0')}`,
  }))
  const { before, after }: Readonly<Record<'before' | 'after', readonly CallResult[]>> =
    await chain.request({ method: 'preconf_callAround', params: [hash, calls] })
  return after.map((result, index) => {
    const had = before[index]
    // Before the token was deployed all balances are 0.
    const isNew = had !== undefined && 'value' in had && had.value === '0x'
    return amountOf(result, token) - (isNew ? 0n : amountOf(had, token))
  })
}

function amountOf(result: CallResult | undefined, token: Hex): bigint {
  if (result !== undefined && 'value' in result && result.value.length >= 66) {
    return BigInt(result.value.slice(0, 66))
  }
  const why = result !== undefined && 'error' in result ? result.error : 'it returned no amount'
  throw new MatcherProblem(`${showAddress(token)} is not a token: balanceOf failed: ${why}`)
}
