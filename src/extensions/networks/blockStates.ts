import type { Devnet } from '../../devnet/devnet.ts'
import { blocksUntil } from '../../devnet/options/chainStates.ts'
import type { ChainState } from '../../types/chainStates.ts'
import type { SealedBlock } from '../../types/view.ts'

/**
 * Calls `listener` for each state that a block reaches from now on, the latest state first, so that a block is final
 * before the next one is proposed. Returns the function that ends it.
 */
export function onBlockState(
  devnet: Devnet,
  listener: (block: SealedBlock, state: ChainState) => void,
): () => void {
  const { network } = devnet.settings
  if (network === undefined) return () => {}
  const states = network.states.flatMap((state) => {
    const blocks = blocksUntil(state.reached, devnet.chain)
    return blocks === undefined ? [] : [{ state, blocks }]
  })
  return devnet.hub.on('newHeads', ({ block: head }) => {
    for (const { state, blocks } of [...states].reverse()) {
      const block = blocks === 0n ? head : devnet.chain.blockByNumber(head.number - blocks)
      // The genesis block is not pushed.
      if (block === undefined || block.number <= devnet.chain.genesis.number) continue
      if (!devnet.skippedStates.has(state, block)) listener(block, state)
    }
  })
}
