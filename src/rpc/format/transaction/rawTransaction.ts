import type { AnswerShape } from '../../../devnet/options/compatRules.ts'
import type { Located } from '../../../devnet/read/reader.ts'
import { bytesToHex, type Hex } from '../../../lib/hex.ts'
import type { SignedTransaction } from '../../../types/transaction.ts'

/** Encoded transaction, as it stands in a block; for one that is not there geth has no bytes, Anvil null. */
export function formatRawTransaction(
  transaction: SignedTransaction | undefined,
  shape: AnswerShape,
): Hex | null {
  if (transaction !== undefined) return bytesToHex(transaction.raw)
  return shape === 'anvil' ? null : '0x'
}

/** The same wherever the transaction is: one in the pool comes with its blobs. */
export function formatRawLocated(located: Located | undefined, shape: AnswerShape): Hex | null {
  if (located?.block !== undefined || located?.transaction.sidecar === undefined) {
    return formatRawTransaction(located?.transaction, shape)
  }
  return bytesToHex(located.transaction.sidecar)
}
