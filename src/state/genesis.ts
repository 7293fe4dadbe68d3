import { hexToBytes } from '../lib/hex.ts'
import type { GenesisAccount, StateTree } from '../types/state.ts'
import { emptyState } from './persistentState.ts'

/** The state that holds these accounts and no others. */
export function buildState(accounts: readonly GenesisAccount[]): StateTree {
  const state = emptyState().fork()
  for (const { address, balance = 0n, nonce = 0n, code, storage = [] } of accounts) {
    const bytes = hexToBytes(address)
    state.writeAccount(bytes, { balance, nonce })
    if (code !== undefined) state.writeCode(bytes, code)
    for (const [slot, value] of storage) state.writeStorage(bytes, slot, value)
  }
  return state.tree()
}
