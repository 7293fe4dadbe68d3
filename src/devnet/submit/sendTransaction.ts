import type { Common } from '@ethereumjs/common'
import { Address } from '@ethereumjs/util'
import { impersonated } from '../../ethereumjs/transaction/impersonate.ts'
import type { CallRequest } from '../../types/request.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import type { Sender } from '../accounts/keyring.ts'
import {
  completeAndSign,
  completeTransaction,
  InvalidTransactionRequest,
  type Suggestions,
} from './completeTransaction.ts'

/**
 * Completes a request and signs it. Of the blobs of an impersonated sender there are the hashes
 * alone. Throws an `InvalidTransactionRequest` or an `InvalidTransactionError`.
 */
export function signRequest(
  request: CallRequest,
  { address, privateKey }: Sender,
  suggestions: Suggestions,
  common: Common,
): SignedTransaction {
  if (privateKey === undefined) {
    const transaction = completeTransaction(request, suggestions, common)
    return impersonated(transaction, new Address(address))
  }
  refuseBlobs(request)
  return completeAndSign(request, suggestions, { common, privateKey })
}

/** Throws an `InvalidTransactionRequest` for a transaction with blobs: a signed one is not taken without them. */
export function refuseBlobs(request: CallRequest): void {
  if (request.blobVersionedHashes === undefined) return
  throw new InvalidTransactionRequest(
    'missing blobs of a blob transaction: sign it and send it raw, with them',
  )
}
