import { PersistentMap } from '../lib/persistentMap.ts'
import type { StateTree } from '../types/state.ts'
import type { SealedBlock } from '../types/view.ts'

/** Where a transaction stands on the chain. */
interface Inclusion {
  readonly block: SealedBlock
  readonly index: number
  /** The same transaction in an older block: possible where a nonce was set back. */
  readonly earlier: Inclusion | undefined
}

/** The blocks from genesis to the head and the ways to find them; never changes, shares with older ones. */
export interface ChainIndex {
  readonly genesis: SealedBlock
  readonly head: SealedBlock
  readonly byNumber: PersistentMap<SealedBlock>
  readonly byHash: PersistentMap<SealedBlock>
  readonly inclusions: PersistentMap<Inclusion>
}

export function indexOf(genesis: SealedBlock): ChainIndex {
  const byNumber = PersistentMap.empty<SealedBlock>()
  const byHash = PersistentMap.empty<SealedBlock>()
  const inclusions = PersistentMap.empty<Inclusion>()
  return withHead({ genesis, head: genesis, byNumber, byHash, inclusions }, genesis)
}

/** The index with a block on top of its head. */
export function withHead(index: ChainIndex, block: SealedBlock): ChainIndex {
  let { inclusions } = index
  for (const [position, { hash }] of block.transactions.entries()) {
    inclusions = inclusions.set(hash, { block, index: position, earlier: inclusions.get(hash) })
  }
  return {
    genesis: index.genesis,
    head: block,
    byNumber: index.byNumber.set(String(block.number), block),
    byHash: index.byHash.set(block.hash, block),
    inclusions,
  }
}

/** The index without its head, which is not genesis; a head whose parent is not there stands on genesis. */
export function withoutHead(index: ChainIndex): ChainIndex {
  const { head } = index
  let { inclusions } = index
  for (const { hash } of head.transactions) {
    const earlier = inclusions.get(hash)?.earlier
    inclusions = earlier ? inclusions.set(hash, earlier) : inclusions.delete(hash)
  }
  return {
    genesis: index.genesis,
    head: blockAt(index, head.number - 1n) ?? index.genesis,
    byNumber: index.byNumber.delete(String(head.number)),
    byHash: index.byHash.delete(head.hash),
    inclusions,
  }
}

/** The index with another state after its head. */
export function withAmendedHead(index: ChainIndex, state: StateTree): ChainIndex {
  const head = { ...index.head, state }
  return {
    ...index,
    genesis: index.genesis === index.head ? head : index.genesis,
    head,
    byNumber: index.byNumber.set(String(head.number), head),
    byHash: index.byHash.set(head.hash, head),
  }
}

export function blockAt(index: ChainIndex, number: bigint): SealedBlock | undefined {
  return index.byNumber.get(String(number))
}

/** The blocks of a range that the chain has, oldest first. */
export function* blocksBetween(
  index: ChainIndex,
  from: bigint,
  to: bigint,
): Generator<SealedBlock, void> {
  for (let number = from; number <= to; number++) {
    const block = blockAt(index, number)
    if (block !== undefined) yield block
  }
}
