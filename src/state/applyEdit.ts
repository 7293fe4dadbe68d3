import type { MutableState, StateTree } from '../types/state.ts'
import type { StateEdit } from '../types/stateEdit.ts'

/** Makes the change in a state that is being written. */
export function writeEdit(state: MutableState, edit: StateEdit): void {
  const { address, balance, nonce, code, storage = [] } = edit
  if (balance !== undefined || nonce !== undefined) {
    state.writeAccount(address, {
      ...(balance === undefined ? {} : { balance }),
      ...(nonce === undefined ? {} : { nonce }),
    })
  }
  if (code !== undefined) state.writeCode(address, code)
  for (const [slot, value] of storage) state.writeStorage(address, slot, value)
}

/** The state with that change. */
export function applyEdit(tree: StateTree, edit: StateEdit): StateTree {
  const state = tree.fork()
  writeEdit(state, edit)
  return state.tree()
}
