import * as v from 'valibot'
import type { Hex } from '../../../lib/hex.ts'
import type { SignedTransaction } from '../../../types/transaction.ts'
import { type Context, defineMethod } from '../../method.ts'
import { data } from '../../schema/data.ts'
import { transactionFailed } from '../../words/hardhatFailures.ts'

/** Spec: execution-apis `eth_sendRawTransaction`. */
export const sendRawTransaction = defineMethod({
  name: 'eth_sendRawTransaction',
  summary: 'Adds a signed transaction to the pool; it is pre-confirmed in the next flashblock.',
  params: v.strictTuple([data]),
  handler: async (context, [bytes]) => hashOf(context, await context.devnet.submit(bytes)),
})

/**
 * The hash of a transaction that was sent. With `throwOnFailure` one that is sealed and has failed
 * is an error, as at Hardhat's node.
 */
export function hashOf({ devnet }: Pick<Context, 'devnet'>, { hash }: SignedTransaction): Hex {
  if (!devnet.settings.throwOnFailure) return hash
  const { block, receipt } = devnet.reader.transaction(hash) ?? {}
  if (block?.kind === 'sealed' && receipt?.status === 0) throw transactionFailed(receipt)
  return hash
}
