import type { PersistentState } from '../state/persistentState.ts'
import type { AccountOverride } from '../types/request.ts'
import type { StateTree } from '../types/state.ts'

const noCode = new Uint8Array()

/**
 * What makes a call on `from` see the accounts that are others in `to` as they are there: the whole
 * account, and of its storage what differs. Both states are kept ones.
 */
export function overridesBetween(from: StateTree, to: StateTree): readonly AccountOverride[] {
  const changes = (from as PersistentState).changesTo(to as PersistentState)
  return Array.from(changes, ({ address, account, slots }) => ({
    address,
    balance: account?.balance ?? 0n,
    nonce: account?.nonce ?? 0n,
    code: account?.code ?? noCode,
    stateDiff: Array.from(slots(), ({ slot, value }) => {
      return [slot, value ?? to.storage(address, slot)] as const
    }),
  }))
}
