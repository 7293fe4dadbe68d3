import type { StateTree } from '../types/state.ts'

/** A state is asked for that nobody has kept. */
export class StateUnavailableError extends Error {
  override readonly name = 'StateUnavailableError'
  readonly code = -32000

  constructor(block: bigint) {
    super(`historical state of block ${block} is not available: the state file did not hold it`)
  }
}

/** Stands for the state after a block that came without it: whatever is asked of it throws a `StateUnavailableError`. */
export function unavailableState(block: bigint): StateTree {
  const refuse = (): never => {
    throw new StateUnavailableError(block)
  }
  return {
    root: refuse,
    account: refuse,
    code: refuse,
    storage: refuse,
    proof: refuse,
    balancesSince: refuse,
    changedSince: refuse,
    accounts: refuse,
    slots: refuse,
    fork: refuse,
  }
}
