import type { Hex } from '../../lib/hex.ts'
import { showAddress } from './address.ts'
import { isValue, show } from './args.ts'
import { type Executed, executedTransactions } from './executed.ts'
import { learntAbi } from './learnt.ts'
import { type MatcherContext, MatcherProblem, type MatcherResult } from './matcher.ts'
import type { LookupOptions } from './options.ts'
import { revertLine } from './revert.ts'
import { nameOf } from './wording.ts'

/**
 * The expected change of a balance: an amount, negative for a decrease; an asymmetric matcher of the
 * test runner; or a function that returns whether the change is right.
 */
export type ExpectedChange = bigint | number | object | ((change: bigint) => boolean)

/** Returns by how much a transaction has changed the balance of each account, in their order. */
export type ReadChanges = (
  transaction: Executed,
  accounts: readonly Hex[],
) => Promise<readonly bigint[]>

/** Which balances are compared, and of what. */
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
    throw new MatcherProblem(
      `got ${accounts.length} accounts, but ${expected.length} changes: give one change for each account`,
    )
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
  const isTold = pass === context.isNot
  const reverted = isTold ? await revertLine(transactions, learntAbi(context, options.chain)) : ''
  return {
    pass,
    message: () =>
      `expected ${nameOf(transactions)} ${pass ? 'not to' : 'to'} change the ${what}\n${lines.join('\n')}${reverted}`,
  }
}
