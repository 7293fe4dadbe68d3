import type { EvmPool } from '../ethereumjs/machine.ts'
import { bytesToHex, equalBytes } from '../lib/hex.ts'
import type { ExecutionContext } from '../types/execution.ts'
import type { StateEdit, StateTree } from '../types/state.ts'

import { applyCall } from './call.ts'
import { ExecutionFailed, ExecutionReverted } from './executionErrors.ts'
import { callOptions, inSandbox, messageOn } from './sandbox.ts'

/** A contract to be made at an address of choice. */
export interface Construction {
  /** 20 bytes. */
  readonly at: Uint8Array
  /** The code with the arguments of the constructor. */
  readonly initCode: Uint8Array
  /** The caller that the constructor sees. */
  readonly from: Uint8Array
  /** Wei that it gets. */
  readonly value: bigint
}

/**
 * All that running a contract's constructor at an address changes: its code with immutables, its
 * storage, contracts that it makes. Nothing is kept. Throws an `ExecutionReverted` or
 * `ExecutionFailed` when it fails, an `ExecutionTimeout`.
 */
export function construct(
  machines: EvmPool,
  context: ExecutionContext,
  { at, initCode, from, value }: Construction,
): Promise<readonly StateEdit[]> {
  // The init code stands where the contract is to be, so that it finds itself and its storage there.
  const overrides = { state: [{ address: at, code: initCode, nonce: 1n }] }
  return inSandbox(machines, context, { overrides }, async (sandbox) => {
    const { machine } = sandbox
    const message = messageOn(sandbox, { from, to: at, value })
    const options = callOptions(sandbox, message)
    const { output, failure, isReverted } = await applyCall(machine, message, options)
    if (isReverted) throw new ExecutionReverted(output)
    if (failure !== undefined) throw new ExecutionFailed(failure)
    machine.state.writeCode(at, output)
    const sender = context.state.account(from)
    // No transaction was sent.
    machine.state.writeAccount(from, { nonce: sender?.nonce ?? 0n })
    return editsBetween(context.state, machine.state.tree())
  })
}

/** What makes one state of the other. */
function editsBetween(before: StateTree, after: StateTree): readonly StateEdit[] {
  const addresses = [...after.changedSince(before)]
  const inOrder = addresses.sort((one, other) => (bytesToHex(one) < bytesToHex(other) ? -1 : 1))
  return inOrder.flatMap((address) => {
    const [old, now] = [accountIn(before, address), accountIn(after, address)]
    const balance = now.balance === old.balance ? undefined : now.balance
    const nonce = now.nonce === old.nonce ? undefined : now.nonce
    const code = equalBytes(now.code, old.code) ? undefined : now.code
    const storage = changedSlots(address, before, after)
    const isChanged = [balance, nonce, code].some((field) => field !== undefined)
    return isChanged || storage.length > 0 ? [{ address, balance, nonce, code, storage }] : []
  })
}

function accountIn(state: StateTree, address: Uint8Array) {
  const { balance = 0n, nonce = 0n } = state.account(address) ?? {}
  return { balance, nonce, code: state.code(address) }
}

/** The slots of an account that differ between two states, with their values in the later one. */
export function changedSlots(
  address: Uint8Array,
  before: StateTree,
  after: StateTree,
): NonNullable<StateEdit['storage']> {
  const gone = [...before.slots(address)].map(({ slot }) => slot)
  const there = [...after.slots(address)].map(({ slot }) => slot)
  const slots = new Map([...gone, ...there].map((slot) => [bytesToHex(slot), slot]))
  return [...slots.values()].flatMap((slot) => {
    const value = after.storage(address, slot)
    return equalBytes(value, before.storage(address, slot)) ? [] : [[slot, value] as const]
  })
}
