import type { Method } from '../method.ts'
import {
  getBadBlocks,
  getRawBlock,
  getRawBlockAccessList,
  getRawHeader,
  getRawReceipts,
  getRawTransactions,
  setHead,
} from './debug/raw.ts'
import {
  accountInfoAt,
  accountRange,
  codeByHash,
  dumpBlock,
  getModifiedAccountsByHash,
  getModifiedAccountsByNumber,
  intermediateRoots,
  storageRangeAt,
} from './debug/state.ts'

import {
  traceBlock,
  traceBlockByHash,
  traceBlockByNumber,
  traceCall,
  traceCallMany,
  traceTransaction,
} from './debug/trace.ts'

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
