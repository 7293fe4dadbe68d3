import type { PersistentState } from '../../state/persistentState.ts'
import type { StoredChain } from '../../types/stateFile.ts'
import type { SealedBlock } from '../../types/view.ts'
import { statesText } from '../anvil/anvilStates.ts'
import { blocksText, headAndAccounts } from '../anvil/anvilWriter.ts'
import { encoded } from '../jsonText.ts'
import { historyText } from './historyWriter.ts'

export interface WrittenParts {
  readonly head: SealedBlock
  /**
   * Whether Anvil gets the states of all blocks, each of them whole. We read them out of our part.
   * @default false
   */
  readonly historicalStates?: boolean | undefined
}

/**
 * A state file, in pieces: the one that Anvil 1.7 writes and reads, with a part of its own
 * (`preconf`) that Anvil passes over and that makes the chain whole. The same chain gives the same
 * bytes. Its accounts are those of the head, whose state must be there. Of blocks in runs Anvil gets
 * the head only.
 */
export function stateFileBytes(
  chain: StoredChain,
  { head, historicalStates = false }: WrittenParts,
): Generator<Uint8Array, void> {
  return encoded(texts(chain, { head, historicalStates }))
}

function* texts(
  chain: StoredChain,
  { head, historicalStates }: WrittenParts,
): Generator<string | Uint8Array, void> {
  const blocks = chain.blocks.filter((part) => part.kind === 'sealed')
  if (blocks.at(-1)?.number !== head.number) blocks.push(head)
  const state = head.state as PersistentState
  yield* headAndAccounts(head, state)
  // Before the blocks, so that a reader who knows this part can pass over them.
  yield ',"preconf":'
  yield* historyText(chain, state)
  yield* blocksText(blocks)
  yield* statesText(historicalStates ? blocks : undefined)
}
