import { bigIntMax } from '@ethereumjs/util'
import { unavailableState } from '../state/unavailableState.ts'
import { blocksWith, type ChainIndex, recordsBetween, withoutStored } from './chainIndex.ts'

/** How much of a chain is kept: numbers of blocks from the head back; all when absent. */
export interface Kept {
  readonly states?: number | undefined
  /** Not less than BLOCKHASH reaches back. */
  readonly blocks?: number | undefined
}

/** An index without what is not kept. Genesis stays. */
export function pruned(index: ChainIndex, kept: Kept): ChainIndex {
  if (kept.states === undefined && kept.blocks === undefined) return index
  const stateless = withoutStates(index, oldest(index, kept.states, index.oldestState))
  const oldestBlock = oldest(index, kept.blocks, index.oldestBlock)
  let left = stateless
  for (const block of blocksWith(stateless, index.oldestBlock, oldestBlock - 1n, () => true)) {
    if (block.number !== index.genesis.number) left = withoutStored(left, block)
  }
  return { ...left, runs: left.runs.filter(({ to }) => to >= oldestBlock), oldestBlock }
}

function oldest({ head }: ChainIndex, count: number | undefined, before: bigint): bigint {
  if (count === undefined) return before
  return bigIntMax(head.number - BigInt(count) + 1n, before)
}

/** The blocks stay, with states that say that they are gone. */
function withoutStates(index: ChainIndex, oldestState: bigint): ChainIndex {
  let { records } = index
  for (const [number, record] of recordsBetween(index, index.oldestState, oldestState - 1n)) {
    if (number === index.genesis.number) continue
    const reason = 'it was pruned (pruneHistory, maxPersistedStates)'
    index.decoded.forget(record)
    records = records.set(String(number), { ...record, state: unavailableState(number, reason) })
  }
  return { ...index, records, oldestState }
}
