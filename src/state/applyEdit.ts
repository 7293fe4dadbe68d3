import type { MutableState, StateEdit, StateTree } from '../types/state.ts'

/** Wei; an account holds no more. */
const maxBalance = 2n ** 256n - 1n

/** Makes the change in a state that is being written. */
export function writeEdit(state: MutableState, edit: StateEdit): void {
  const { address, nonce, code, storage = [] } = edit
  const balance = newBalance(state, edit)
  if (balance !== undefined || nonce !== undefined) {
    state.writeAccount(address, {
      ...(balance === undefined ? {} : { balance }),
      ...(nonce === undefined ? {} : { nonce }),
    })
  }
  if (code !== undefined) state.writeCode(address, code)
  for (const [slot, value] of storage) state.writeStorage(address, slot, value)
}

function newBalance(state: MutableState, { address, balance, addBalance }: StateEdit) {
  if (addBalance === undefined) return balance
  const sum = (balance ?? state.readAccount(address)?.balance ?? 0n) + addBalance
  return sum < maxBalance ? sum : maxBalance
}

/** The state with that change. */
export function applyEdit(tree: StateTree, edit: StateEdit): StateTree {
  const state = tree.fork()
  writeEdit(state, edit)
  return state.tree()
}
