import type { TypedTransaction } from '@ethereumjs/tx'
import { Address } from '@ethereumjs/util'
import { bytesToHex } from '../../lib/hex.ts'
import type { SignedTransaction } from '../../types/transaction.ts'

/** A transaction of a file that ran for a sender who did not sign it, with the hash by which it was known. */
export function unsignedTransaction(
  envelope: TypedTransaction,
  sender: Uint8Array,
  hash: Uint8Array,
): SignedTransaction {
  const address = new Address(sender)
  const sent: TypedTransaction = Object.create(envelope, {
    getSenderAddress: { value: () => address },
    isSigned: { value: () => true },
  })
  return {
    hash: bytesToHex(hash),
    sender: address,
    envelope: sent,
    raw: envelope.serialize(),
    isImpersonated: true,
  }
}
