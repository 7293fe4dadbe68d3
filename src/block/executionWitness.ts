import { createPace } from '../clock/pace.ts'
import { systemAddress } from '../execution/rules/systemContracts.ts'
import { equalBytes } from '../lib/hex.ts'
import { ForkedState } from '../state/forkedState.ts'
import { PersistentState } from '../state/persistentState.ts'
import { NoForkProofError } from '../state/stateMiss.ts'
import { pack } from '../state/trie/packed.ts'
import {
  NotingState,
  NoWitness,
  type Reads,
  type StateWitness,
  witnessOf,
} from '../state/witness.ts'
import type { SealedBlock } from '../types/view.ts'
import { runAgain } from './accessListOf.ts'
import type { Engine } from './pendingBlock.ts'

export { NoWitness }

/** All that it takes to run a block again without the state: what it reads, and the headers of blocks before it. */
export interface ExecutionWitness extends StateWitness {
  /** The oldest block whose hash it reads, its parent if it reads none. */
  readonly oldest: bigint
}

/**
 * Runs a sealed block again on the state of its parent and collects what it reads, and what its state root is
 * computed from. Rejects with a `NoWitness` where that does not follow from the parent's root, and with a
 * `NoForkProofError` on a fork of a live chain without proofs.
 */
export async function executionWitness(
  engine: Engine,
  block: SealedBlock,
  parent: SealedBlock,
): Promise<ExecutionWitness> {
  const before = provable(block, parent)
  // On a fork this fetches what the block reads.
  if (before instanceof ForkedState) await runAgain(engine, block, parent)
  const reads: Reads = new Map()
  // Nodes differ in whether they look at these when nothing comes of it.
  for (const { bytes } of [systemAddress, block.header.coinbase]) reads.set(pack(bytes), new Set())
  let oldest = parent.number
  const blockHashes: Engine['blockHashes'] = (number) => {
    if (number < oldest) oldest = number
    return engine.blockHashes(number)
  }
  const noting = new NotingState(before, reads)
  const again = await runAgain({ ...engine, blockHashes }, block, parent, noting)
  const { receiptTrie } = again.header
  if (!equalBytes(receiptTrie, block.header.receiptTrie)) throw changedOtherwise(block)
  const after = block.state as PersistentState
  const witness = await witnessOf(before, after, reads, createPace(engine.machines.clock))
  if (witness === undefined) throw changedOtherwise(block)
  return { ...witness, oldest }
}

/** The state before the block, whose root the header of its parent has. */
function provable(block: SealedBlock, parent: SealedBlock): PersistentState {
  const { state } = parent
  // What was pruned says so.
  const root = state.root()
  for (const tree of [state, block.state]) {
    if (tree instanceof ForkedState && !tree.hasTrueRoot) throw new NoForkProofError()
  }
  if (!(state instanceof PersistentState)) throw new NoWitness('the state is not here')
  const hasEdits = block.edited !== undefined && block.edited.edits.length > 0
  if (hasEdits || !equalBytes(root, parent.header.stateRoot)) throw changedOtherwise(block)
  return state
}

function changedOtherwise({ number }: SealedBlock): NoWitness {
  return new NoWitness(
    `no execution witness of block ${number}: accounts were changed without a transaction before it, such as by anvil_setBalance or when a fork was funded`,
  )
}
