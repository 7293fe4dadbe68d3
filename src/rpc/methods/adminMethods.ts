import type { Method } from '../method.ts'
import { clearTxpool } from './admin/clearTxpool.ts'
import { dropSenderTransactions } from './admin/dropSenderTransactions.ts'
import { dropTransaction } from './admin/dropTransaction.ts'
import { nodeInfo } from './admin/nodeInfo.ts'
import { peers } from './admin/peers.ts'

/** Nethermind's and geth's `admin_` methods. */
export const adminMethods: readonly Method[] = [
  clearTxpool,
  dropSenderTransactions,
  dropTransaction,
  nodeInfo,
  peers,
]
