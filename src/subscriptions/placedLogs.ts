import type { PlacedLog } from '../types/events.ts'
import type { Receipt } from '../types/transaction.ts'
import type { View } from '../types/view.ts'

/** The logs of some receipts of `block`, in order, each with its place. */
export function placedLogs(
  block: View,
  receipts: readonly Receipt[],
  removed: boolean,
): readonly PlacedLog[] {
  const logs = receipts.flatMap((receipt) =>
    receipt.logs.map((log, position) => {
      const logIndex = receipt.firstLogIndex + position
      return Object.freeze({ log, block, receipt, logIndex, removed })
    }),
  )
  return Object.freeze(logs)
}
