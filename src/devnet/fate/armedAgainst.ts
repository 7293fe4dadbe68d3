import { bytesToHex } from '../../lib/hex.ts'
import type { ActiveFault, Fault } from '../../types/fault.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import type { FaultName } from '../../types/transactionFate.ts'

/** A transaction, and how many flashblocks of its block have come since its own; none while it is pooled. */
export interface Target {
  readonly transaction: SignedTransaction
  readonly flashblocksSince?: number | undefined
}

/** The first fault that may take the transaction out of its block, were that sealed now. */
export function armedAgainst(
  faults: readonly ActiveFault[],
  target: Target,
): FaultName | undefined {
  const found = faults.find(({ fault }) => isAgainst(fault, target))
  return found && { id: found.id, kind: found.fault.kind }
}

function isAgainst(fault: Fault, { transaction, flashblocksSince }: Target): boolean {
  const { hash, sender } = transaction
  switch (fault.kind) {
    case 'dropAtSeal':
      return (
        (fault.transaction ?? hash) === hash &&
        (fault.from === undefined || fault.from === bytesToHex(sender.bytes))
      )
    case 'replaceAtSeal':
      return fault.transaction === hash
    case 'sealWithoutFlashblocks':
      return flashblocksSince !== undefined && flashblocksSince < fault.count
    default:
      return false
  }
}
