import type { Located } from '../../devnet/read/reader.ts'
import { bytesToHex, type Hex } from '../../lib/hex.ts'
import type { SignedTransaction } from '../../types/transaction.ts'

/** Encoded transaction, as it stands in a block; geth has no bytes for one that is not there. */
export function formatRawTransaction(transaction: SignedTransaction | undefined): Hex {
  return transaction === undefined ? '0x' : bytesToHex(transaction.raw)
}

/** The same wherever the transaction is: one in the pool comes with its blobs. */
export function formatRawLocated(located: Located | undefined): Hex {
  if (located?.block !== undefined || located?.transaction.sidecar === undefined) {
    return formatRawTransaction(located?.transaction)
  }
  return bytesToHex(located.transaction.sidecar)
}
