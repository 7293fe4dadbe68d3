import type { Abi } from '../../types/solidity/contract.ts'
import { revertOfError } from './clientError.ts'
import { learntAbi } from './contract.ts'
import { type Executed, executed, hasFailed } from './executed.ts'
import { type MatcherContext, MatcherProblem } from './matcher.ts'
import type { LookupOptions } from './requester.ts'
import { type Revert, revertOf } from './reverts.ts'
import { messageOf, oneOf, settle } from './subject.ts'

/** Whether a transaction or a call failed in the EVM, and how. */
export interface Outcome {
  /** The subject, as messages name it. */
  readonly what: string
  /** `undefined` when it succeeded. */
  readonly revert: Revert | undefined
}

/**
 * The outcome of a subject in the EVM: of a transaction that ran, or of a call or an estimate that a
 * client rejected. Throws a `MatcherProblem` when it failed before it reached the EVM.
 */
export async function outcomeOf(
  subject: unknown,
  context: MatcherContext,
  options: LookupOptions,
): Promise<Outcome> {
  const settled = await settle(subject, context)
  const learnt = learntAbi(context, options.chain)
  if (settled.kind === 'value') return { what: 'the call', revert: undefined }
  if (settled.kind === 'refused') {
    const { error } = settled
    const revert = revertOfError(error)
    if (revert !== undefined) return { what: 'the call', revert: withAbi(revert, learnt) }
    throw new MatcherProblem(`it failed before it reached the EVM: ${messageOf(error)}`, {
      cause: error,
    })
  }
  const transaction = await executed(oneOf(settled.transactions), context, options)
  const revert = hasFailed(transaction) ? withAbi(await revertOf(transaction), learnt) : undefined
  return { what: `the transaction ${transaction.hash}`, revert }
}

/** Adds the ABIs of fixtures to those that explain the revert. */
function withAbi(revert: Revert, learnt: Abi): Revert {
  return { ...revert, abi: [...revert.abi, ...learnt] }
}

/** The subject of a sentence about transactions: `the transaction 0x…`, `the transactions 0x…, 0x…`. */
export function nameOf(transactions: readonly Pick<Executed, 'hash'>[]): string {
  const hashes = transactions.map(({ hash }) => hash).join(', ')
  return `the transaction${transactions.length === 1 ? '' : 's'} ${hashes}`
}

/** The pronoun for the subject. */
export function pronounOf({ length }: readonly Executed[]): 'it' | 'they' {
  return length === 1 ? 'it' : 'they'
}
