import type { Method } from '../../method.ts'
import { accountRange } from './accountRange.ts'
import { codeByHash } from './codeByHash.ts'
import { dumpBlock } from './dumpBlock.ts'
import { getBadBlocks } from './getBadBlocks.ts'
import { getModifiedAccountsByHash } from './getModifiedAccountsByHash.ts'
import { getModifiedAccountsByNumber } from './getModifiedAccountsByNumber.ts'
import { getRawBlock } from './getRawBlock.ts'
import { getRawHeader } from './getRawHeader.ts'
import { getRawReceipts } from './getRawReceipts.ts'
import { getRawTransactions } from './getRawTransactions.ts'
import { intermediateRoots } from './intermediateRoots.ts'
import { setHead } from './setHead.ts'
import { storageRangeAt } from './storageRangeAt.ts'
import { traceBlock } from './traceBlock.ts'
import { traceBlockByHash } from './traceBlockByHash.ts'
import { traceBlockByNumber } from './traceBlockByNumber.ts'
import { traceCall } from './traceCall.ts'
import { traceTransaction } from './traceTransaction.ts'

/** geth's `debug_` methods. */
export const debugMethods: readonly Method[] = [
  accountRange,
  codeByHash,
  dumpBlock,
  getBadBlocks,
  getModifiedAccountsByHash,
  getModifiedAccountsByNumber,
  getRawBlock,
  getRawHeader,
  getRawReceipts,
  getRawTransactions,
  intermediateRoots,
  setHead,
  storageRangeAt,
  traceBlock,
  traceBlockByHash,
  traceBlockByNumber,
  traceCall,
  traceTransaction,
]
