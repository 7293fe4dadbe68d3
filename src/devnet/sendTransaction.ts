import type { Common } from '@ethereumjs/common'
import { Address } from '@ethereumjs/util'
import { signed } from '../evm/decodeTransaction.ts'
import { impersonated } from '../evm/impersonate.ts'
import { bytesToHex } from '../lib/hex.ts'
import type { CallRequest } from '../types/request.ts'
import type { SignedTransaction } from '../types/transaction.ts'
import type { DevAccount } from './accounts.ts'
import {
  completeTransaction,
  InvalidTransactionRequest,
  type Suggestions,
} from './completeTransaction.ts'

/** The devnet holds no key for the address. geth's words, with the address. */
class UnknownAccount extends Error {
  override readonly name = 'UnknownAccount'
  readonly code = -32000

  constructor(address: Uint8Array | undefined) {
    super(
      address === undefined
        ? 'unknown account: the transaction has no from'
        : `unknown account ${bytesToHex(address)}`,
    )
  }
}

/** The account that signs for the request. Throws an `UnknownAccount`. */
export function signerOf(
  request: CallRequest,
  accounts: ReadonlyMap<string, DevAccount>,
): DevAccount {
  const account = request.from && accounts.get(bytesToHex(request.from))
  if (account === undefined) throw new UnknownAccount(request.from)
  return account
}

/** Who a transaction comes from; without a key it is impersonated. */
export interface Sender {
  /** 20 bytes. */
  readonly address: Uint8Array
  readonly privateKey?: Uint8Array | undefined
}

/** Completes a request and signs it. Throws an `InvalidTransactionRequest` or an `InvalidTransactionError`. */
export function signRequest(
  request: CallRequest,
  { address, privateKey }: Sender,
  suggestions: Suggestions,
  common: Common,
): SignedTransaction {
  if (request.blobVersionedHashes !== undefined) {
    throw new InvalidTransactionRequest(
      'missing blobs of a blob transaction: sign it and send it raw, with them',
    )
  }
  const transaction = completeTransaction(request, suggestions, common)
  return privateKey === undefined
    ? impersonated(transaction, new Address(address))
    : signed(transaction.sign(privateKey))
}
