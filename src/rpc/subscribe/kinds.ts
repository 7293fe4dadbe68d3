import { inspector } from './inspector.ts'
import { logs } from './logs.ts'
import { newFlashblocks } from './newFlashblocks.ts'
import { newFlashblockTransactions } from './newFlashblockTransactions.ts'
import { newHeads } from './newHeads.ts'
import { newPendingTransactions } from './newPendingTransactions.ts'
import { pendingLogs } from './pendingLogs.ts'
import type { SubscriptionKind } from './subscriptionKind.ts'
import { syncing } from './syncing.ts'
import { transactionReceipts } from './transactionReceipts.ts'

/** All that `eth_subscribe` knows. */
export const subscriptionKinds: ReadonlyMap<string, SubscriptionKind> = new Map(
  [
    newHeads,
    logs,
    newPendingTransactions,
    newFlashblocks,
    newFlashblockTransactions,
    pendingLogs,
    transactionReceipts,
    syncing,
    inspector,
  ].map((kind) => [kind.name, kind]),
)
