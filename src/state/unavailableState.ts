import type { BaseTree } from './writeLayer.ts'

/** A state is asked for that was not kept. */
export class StateUnavailableError extends Error {
  override readonly name = 'StateUnavailableError'
  readonly code = -32000

  constructor(block: bigint, reason: string) {
    super(`historical state of block ${block} is not available: ${reason}`)
  }
}

/** Stands for the state after a block that was not kept: every read of it throws a `StateUnavailableError`. */
export function unavailableState(
  block: bigint,
  reason = 'the state file did not hold it',
): BaseTree {
  const refuse = (): never => {
    throw new StateUnavailableError(block, reason)
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
    stored: refuse,
    slotBeneath: refuse,
    with: refuse,
  }
}
