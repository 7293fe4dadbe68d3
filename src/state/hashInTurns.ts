import { yieldToEventLoop } from '../clock/pace.ts'
import type { StateTree } from '../types/state.ts'
import { ForkedState } from './forkedState.ts'
import { PersistentState } from './persistentState.ts'

/** Nodes that are hashed at a stretch: some milliseconds. */
const nodesPerTurn = 200

/** States that are being hashed. */
const underWay = new WeakMap<StateTree, Promise<void>>()

/** Hashes a state node by node, so that asking for its root takes no time then; others get their turns. */
export function hashInTurns(state: StateTree): Promise<void> {
  const hashing = hashAll(state).finally(() => underWay.delete(state))
  underWay.set(state, hashing)
  return hashing
}

/** Resolves when a state is hashed that `hashInTurns` was called for; nothing when that need not be waited for. */
export function hashedSoon(state: StateTree): Promise<void> | undefined {
  return underWay.get(state)
}

async function hashAll(state: StateTree): Promise<void> {
  if (!(state instanceof PersistentState) || state instanceof ForkedState) return
  let nodes = 0
  for (const some of state.hashNodes()) {
    nodes += some
    if (nodes < nodesPerTurn) continue
    nodes = 0
    await yieldToEventLoop()
  }
}
