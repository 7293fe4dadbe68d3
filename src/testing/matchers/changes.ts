import type { Hex } from '../../lib/hex.ts'
import { showAddress } from './address.ts'
import { isValue, show } from './args.ts'
import { type Executed, executedTransactions } from './executed.ts'
import { type MatcherContext, MatcherProblem, type MatcherResult } from './matcher.ts'
import type { LookupOptions } from './options.ts'
import { nameOf } from './wording.ts'

/**
 * By how much a balance is to change: an amount, negative for a loss; an asymmetric matcher of the
 * runner; or a function that says whether the change is the right one.
 */
export type ExpectedChange = bigint | number | object | ((change: bigint) => boolean)

/** By how much a transaction has changed balances: of each account, in that order. */
export type ReadChanges = (
  transaction: Executed,
  accounts: readonly Hex[],
) => Promise<readonly bigint[]>

/** Whose balances are compared, and what the amounts are of. */
export interface Comparison {
  readonly accounts: readonly Hex[]
  readonly expected: readonly ExpectedChange[]
  readonly read: ReadChanges
  /** `balance`, or `balance of the token 0x…` */
  readonly what: string
  readonly showAmount: (amount: bigint) => string
}

/** Whether the transactions change all balances as expected, taken together. */
export async function compareChanges(
  context: MatcherContext,
  subject: unknown,
  { accounts, expected, read, what, showAmount }: Comparison,
  options: LookupOptions,
): Promise<MatcherResult> {
  if (accounts.length !== expected.length) {
    throw new MatcherProblem(`${accounts.length} accounts, but ${expected.length} changes`)
  }
  const transactions = await executedTransactions(subject, context, options)
  const actual = accounts.map(() => 0n)
  for (const transaction of transactions) {
    for (const [index, change] of (await read(transaction, accounts)).entries()) {
      actual[index] = (actual[index] ?? 0n) + change
    }
  }
  const pass = expected.every((change, index) => isValue(change, actual[index]))
  const wanted = (change: ExpectedChange | undefined) =>
    typeof change === 'bigint' || typeof change === 'number'
      ? showAmount(BigInt(change))
      : show(change)
  const lines = accounts.map((account, index) => {
    const came = showAmount(actual[index] ?? 0n)
    return `  ${showAddress(account)}: expected ${pass ? 'not ' : ''}${wanted(expected[index])}, got ${came}`
  })
  return {
    pass,
    message: () =>
      `expected ${nameOf(transactions)} ${pass ? 'not to' : 'to'} change the ${what}\n${lines.join('\n')}`,
  }
}
