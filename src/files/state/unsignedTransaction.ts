import type { TypedTransaction } from '@ethereumjs/tx'
import { Address } from '@ethereumjs/util'
import { sentBy } from '../../ethereumjs/transaction/impersonate.ts'
import { bytesToHex } from '../../lib/hex.ts'
import type { SignedTransaction } from '../../types/transaction.ts'

/** A transaction of a file that ran for a sender who did not sign it, with the hash by which it was known. */
export function unsignedTransaction(
  envelope: TypedTransaction,
  sender: Uint8Array,
  hash: Uint8Array,
): SignedTransaction {
  const address = new Address(sender)
  return {
    hash: bytesToHex(hash),
    sender: address,
    envelope: sentBy(address, envelope),
    raw: envelope.serialize(),
    isImpersonated: true,
  }
}
