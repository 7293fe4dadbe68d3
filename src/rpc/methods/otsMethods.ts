import type { Method } from '../method.ts'
import { getApiLevel } from './ots/getApiLevel.ts'
import { getBlockDetails } from './ots/getBlockDetails.ts'
import { getBlockDetailsByHash } from './ots/getBlockDetailsByHash.ts'
import { getBlockTransactions } from './ots/getBlockTransactions.ts'
import { getContractCreator } from './ots/getContractCreator.ts'
import { getInternalOperations } from './ots/getInternalOperations.ts'
import { getTransactionBySenderAndNonce } from './ots/getTransactionBySenderAndNonce.ts'
import { getTransactionError } from './ots/getTransactionError.ts'
import { hasCode } from './ots/hasCode.ts'
import { searchTransactionsAfter } from './ots/searchTransactionsAfter.ts'
import { searchTransactionsBefore } from './ots/searchTransactionsBefore.ts'
import { traceTransaction } from './ots/traceTransaction.ts'

/** Otterscan's `ots_` methods. */
export const otsMethods: readonly Method[] = [
  getApiLevel,
  getBlockDetails,
  getBlockDetailsByHash,
  getBlockTransactions,
  getContractCreator,
  getInternalOperations,
  getTransactionBySenderAndNonce,
  getTransactionError,
  hasCode,
  searchTransactionsAfter,
  searchTransactionsBefore,
  traceTransaction,
]
