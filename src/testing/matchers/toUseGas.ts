import { learntAbi } from './contract.ts'
import { executedTransactions } from './executed.ts'
import { nameOf, pronounOf } from './failure.ts'
import { type MatcherContext, MatcherProblem, type MatcherResult } from './matcher.ts'
import type { LookupOptions } from './requester.ts'
import { revertLine } from './reverts.ts'

/** An exact amount of gas, or inclusive bounds. */
export type ExpectedGas =
  | bigint
  | number
  | { readonly min?: bigint | number | undefined; readonly max?: bigint | number | undefined }

/** Whether the transactions together use the expected amount of gas. */
export async function toUseGas(
  context: MatcherContext,
  subject: unknown,
  expected: ExpectedGas,
  options: LookupOptions = {},
): Promise<MatcherResult> {
  const { min, max } = typeof expected === 'object' ? expected : { min: expected, max: expected }
  if (min === undefined && max === undefined) {
    throw new MatcherProblem('expected an amount of gas, or { min }, { max } or both')
  }
  const executed = await executedTransactions(subject, context, options)
  const used = executed.reduce((sum, { receipt }) => sum + BigInt(receipt.gasUsed), 0n)
  const pass = (min === undefined || used >= min) && (max === undefined || used <= max)
  const isShown = pass === context.isNot
  const reverted = isShown ? await revertLine(executed, learntAbi(context, options.chain)) : ''
  return {
    pass,
    message: () =>
      `expected ${nameOf(executed)} ${pass ? 'not to' : 'to'} use ${showBounds(min, max)}, but ${pronounOf(executed)} used ${used}${reverted}`,
  }
}

type Bound = bigint | number | undefined

function showBounds(min: Bound, max: Bound): string {
  if (min === undefined) return `at most ${max} gas`
  if (max === undefined) return `at least ${min} gas`
  return min === max ? `${min} gas` : `${min} to ${max} gas`
}
