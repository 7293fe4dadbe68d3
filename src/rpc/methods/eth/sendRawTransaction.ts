import * as v from 'valibot'
import type { TraceHooks } from '../../../execution/trace/tracer.ts'
import type { Hex } from '../../../lib/hex.ts'
import type { Receipt, SignedTransaction } from '../../../types/transaction.ts'
import { withTrace } from '../../explain.ts'
import { type Context, defineMethod } from '../../method.ts'
import { data } from '../../schema/data.ts'
import { watchAgain } from '../../trace/tracing.ts'

/** Spec: execution-apis `eth_sendRawTransaction`. */
export const sendRawTransaction = defineMethod({
  name: 'eth_sendRawTransaction',
  summary: 'Adds a signed transaction to the pool; it is pre-confirmed in the next flashblock.',
  params: v.strictTuple([data]),
  handler: async (context, [bytes]) =>
    hashOf(context, await context.devnet.submit(bytes, context.page)),
})

/**
 * The hash of a transaction that was sent. With `throwOnFailure` one that is sealed and has failed
 * is an error, as at Hardhat's node.
 */
export function hashOf(context: Context, { hash }: SignedTransaction): Hex | Promise<never> {
  const { devnet } = context
  if (!devnet.settings.throwOnFailure) return hash
  const { block, receipt } = devnet.reader.transaction(hash) ?? {}
  return block?.kind === 'sealed' && receipt?.status === 0 ? refuse(context, receipt) : hash
}

async function refuse({ devnet, profile }: Context, receipt: Receipt): Promise<never> {
  const runAgain = (hooks: TraceHooks) => watchAgain(devnet, receipt.transaction.hash, hooks)
  const trace =
    profile === 'devnet' ? await devnet.solidity.stackTraces.ofKnown(runAgain) : undefined
  const { transactionFailed } = await import('../../words/hardhatFailures.ts')
  throw withTrace(transactionFailed(receipt, trace), trace)
}
