import { signedWith } from '../../ethereumjs/transaction/decodeTransaction.ts'
import type { CallRequest } from '../../types/request.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import type { DevAccount } from '../accounts/accounts.ts'
import { type FillDeps, fillTransaction } from './fillTransaction.ts'
import { refuseBlobs } from './sendTransaction.ts'

/** Fills in what a request lacks, as `fillTransaction` does, and signs it. It goes nowhere. */
export async function signTransaction(
  deps: FillDeps,
  request: CallRequest,
  account: DevAccount,
): Promise<SignedTransaction> {
  refuseBlobs(request)
  const envelope = await fillTransaction(deps, request)
  return signedWith(account.privateKey, envelope)
}
