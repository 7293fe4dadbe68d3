import type { Method } from '../../method.ts'
import { getApiLevel } from './getApiLevel.ts'
import { getBlockDetails } from './getBlockDetails.ts'
import { getBlockDetailsByHash } from './getBlockDetailsByHash.ts'
import { getBlockTransactions } from './getBlockTransactions.ts'
import { getContractCreator } from './getContractCreator.ts'
import { getHeaderByNumber } from './getHeaderByNumber.ts'
import { getInternalOperations } from './getInternalOperations.ts'
import { getTransactionBySenderAndNonce } from './getTransactionBySenderAndNonce.ts'
import { getTransactionError } from './getTransactionError.ts'
import { hasCode } from './hasCode.ts'
import { searchTransactionsAfter } from './searchTransactionsAfter.ts'
import { searchTransactionsBefore } from './searchTransactionsBefore.ts'
import { traceTransaction } from './traceTransaction.ts'

/** What the explorer Otterscan asks a node. */
export const otsMethods: readonly Method[] = [
  getApiLevel,
  getBlockDetails,
  getBlockDetailsByHash,
  getBlockTransactions,
  getContractCreator,
  getHeaderByNumber,
  getInternalOperations,
  getTransactionBySenderAndNonce,
  getTransactionError,
  hasCode,
  searchTransactionsAfter,
  searchTransactionsBefore,
  traceTransaction,
]
