import { bigIntMax } from '@ethereumjs/util'
import { unavailableState } from '../state/unavailableState.ts'
import type { SealedBlock } from '../types/view.ts'
import { type ChainIndex, storedBlocksBetween } from './chainIndex.ts'

/** How much of a chain is kept: numbers of blocks from the head back; all when absent. */
export interface Kept {
  readonly states?: number | undefined
  /** Not less than BLOCKHASH reaches back. */
  readonly blocks?: number | undefined
}

/** An index without what is not kept, and the blocks that it had. Genesis stays. */
export function pruned(
  index: ChainIndex,
  kept: Kept,
): { readonly index: ChainIndex; readonly gone: readonly SealedBlock[] } {
  if (kept.states === undefined && kept.blocks === undefined) return { index, gone: [] }
  const stateless = withoutStates(index, oldest(index, kept.states, index.oldestState))
  const oldestBlock = oldest(index, kept.blocks, index.oldestBlock)
  const gone = [...storedBlocksBetween(stateless, index.oldestBlock, oldestBlock - 1n)].filter(
    ({ number }) => number !== index.genesis.number,
  )
  let { byNumber, byHash, inclusions } = stateless
  for (const { number, hash, transactions } of gone) {
    byNumber = byNumber.delete(String(number))
    byHash = byHash.delete(hash)
    for (const transaction of transactions) {
      if (inclusions.get(transaction.hash)?.block.hash !== hash) continue
      inclusions = inclusions.delete(transaction.hash)
    }
  }
  const runs = stateless.runs.filter(({ to }) => to >= oldestBlock)
  return { index: { ...stateless, byNumber, byHash, inclusions, runs, oldestBlock }, gone }
}

function oldest({ head }: ChainIndex, count: number | undefined, before: bigint): bigint {
  if (count === undefined) return before
  return bigIntMax(head.number - BigInt(count) + 1n, before)
}

/** The blocks stay, with states that say that they are gone. */
function withoutStates(index: ChainIndex, oldestState: bigint): ChainIndex {
  let { byNumber, byHash, inclusions } = index
  for (const block of storedBlocksBetween(index, index.oldestState, oldestState - 1n)) {
    const { number, hash, transactions } = block
    if (number === index.genesis.number) continue
    const reason = 'it was pruned (pruneHistory, maxPersistedStates)'
    const stateless = { ...block, state: unavailableState(number, reason) }
    byNumber = byNumber.set(String(number), stateless)
    byHash = byHash.set(hash, stateless)
    for (const transaction of transactions) {
      const inclusion = inclusions.get(transaction.hash)
      if (inclusion?.block !== block) continue
      inclusions = inclusions.set(transaction.hash, { ...inclusion, block: stateless })
    }
  }
  return { ...index, byNumber, byHash, inclusions, oldestState }
}
