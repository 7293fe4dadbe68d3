import type { SignedTransaction } from '../types/transaction.ts'
import { formatReceipt } from './format/receipt.ts'
import type { Context } from './method.ts'
import { invalidParams } from './rpcError.ts'

/** Base's default and maximum. */
const longestWaitMs = 6_000

/**
 * Sends a transaction and answers with its receipt, pre-confirmed or sealed (EIP-7966). `timeout`
 * is in ms; none, or 0 as in geth, is the default. Throws what `send` and `ReceiptWaits.wait` do.
 */
export async function sendSync(
  { devnet }: Context,
  timeout: bigint | undefined,
  send: () => Promise<SignedTransaction>,
) {
  const timeoutMs = timeoutOf(timeout, devnet.settings.compat)
  const { receipt, block } = await devnet.receiptWaits.wait(await send(), timeoutMs)
  return formatReceipt(receipt, block)
}

/** geth shortens a wait that is too long, Base's node refuses it. */
function timeoutOf(wanted: bigint = 0n, compat: 'base' | undefined): number {
  if (compat === 'base' && wanted > longestWaitMs) {
    throw invalidParams(`time out too long, timeout: ${wanted} ms, max: ${longestWaitMs} ms`)
  }
  return wanted === 0n || wanted > longestWaitMs ? longestWaitMs : Number(wanted)
}
