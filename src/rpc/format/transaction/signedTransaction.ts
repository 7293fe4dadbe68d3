import { bytesToHex } from '../../../lib/hex.ts'
import type { CompatName } from '../../../types/options/options.ts'
import type { SignedTransaction } from '../../../types/transaction.ts'
import { formatTransaction } from './transaction.ts'

/**
 * What is answered for a transaction that was signed and not sent. viem and ethers want its bytes
 * alone, as execution-apis has it and anvil and ganache answer; geth shows the transaction beside them.
 */
export function formatSigned(transaction: SignedTransaction, compat: CompatName) {
  const raw = bytesToHex(transaction.raw)
  return compat === 'geth' ? { raw, tx: formatTransaction(transaction) } : raw
}
