import type { SignedTransaction } from '../../types/transaction.ts'
import { isDelegation } from '../authorizations.ts'

/**
 * Whether the sender of a transaction is a contract, and may not send (EIP-3607): an account that has
 * delegated (EIP-7702) may, and so may one that is impersonated. Asked by the pool and by the builder of a
 * block.
 */
export function isFromContract(
  { envelope, isImpersonated }: Pick<SignedTransaction, 'envelope' | 'isImpersonated'>,
  code: Uint8Array,
): boolean {
  if (code.length === 0 || isImpersonated) return false
  return !(isDelegation(code) && envelope.common.isActivatedEIP(7702))
}
