import type { Method } from '../method.ts'
import { accountInfoAt } from './debug/accountInfoAt.ts'
import { accountRange } from './debug/accountRange.ts'
import { codeByHash } from './debug/codeByHash.ts'
import { dumpBlock } from './debug/dumpBlock.ts'
import { getBadBlocks } from './debug/getBadBlocks.ts'
import { getModifiedAccountsByHash } from './debug/getModifiedAccountsByHash.ts'
import { getModifiedAccountsByNumber } from './debug/getModifiedAccountsByNumber.ts'
import { getRawBlock } from './debug/getRawBlock.ts'
import { getRawBlockAccessList } from './debug/getRawBlockAccessList.ts'
import { getRawHeader } from './debug/getRawHeader.ts'
import { getRawReceipts } from './debug/getRawReceipts.ts'
import { getRawTransactions } from './debug/getRawTransactions.ts'
import { intermediateRoots } from './debug/intermediateRoots.ts'
import { setHead } from './debug/setHead.ts'
import { storageRangeAt } from './debug/storageRangeAt.ts'
import { traceBlock } from './debug/traceBlock.ts'
import { traceBlockByHash } from './debug/traceBlockByHash.ts'
import { traceBlockByNumber } from './debug/traceBlockByNumber.ts'
import { traceCall } from './debug/traceCall.ts'
import { traceCallMany } from './debug/traceCallMany.ts'
import { traceTransaction } from './debug/traceTransaction.ts'

/** geth's `debug_` methods. */
export const debugMethods: readonly Method[] = [
  accountInfoAt,
  accountRange,
  codeByHash,
  dumpBlock,
  getBadBlocks,
  getModifiedAccountsByHash,
  getModifiedAccountsByNumber,
  getRawBlock,
  getRawBlockAccessList,
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
  traceCallMany,
  traceTransaction,
]
