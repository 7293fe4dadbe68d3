import type { SignedTransaction } from '../types/transaction.ts'
import { receiptInShape } from './format/shape.ts'
import type { Context } from './method.ts'

/** Base's default and maximum. */
export const longestWaitMs = 6_000

/**
 * Sends a transaction and answers with its receipt, pre-confirmed or sealed (EIP-7966). `timeout`
 * is in ms; none, or 0 as in geth, is the default, and a longer one is shortened to it. Throws what
 * `send` and `ReceiptWaits.wait` do.
 */
export async function sendSync(
  { devnet }: Context,
  timeout: bigint | undefined,
  send: () => Promise<SignedTransaction>,
) {
  const { receipt, block } = await devnet.receiptWaits.wait(await send(), timeoutOf(timeout))
  return receiptInShape(receipt, block, devnet.settings.compatRules.answerShape)
}

function timeoutOf(wanted: bigint = 0n): number {
  return wanted === 0n || wanted > longestWaitMs ? longestWaitMs : Number(wanted)
}
