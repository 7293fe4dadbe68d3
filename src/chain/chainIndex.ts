import { bigIntMin } from '@ethereumjs/util'
import type { Hex } from '../lib/hex.ts'
import { PersistentMap } from '../lib/persistentMap.ts'
import type { StateTree } from '../types/state.ts'
import type { SealedBlock } from '../types/view.ts'
import { type BlockRun, blockInRun, numberInRun } from './blockRun.ts'

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
  /** Blocks that are made when they are asked for, ascending. */
  readonly runs: readonly BlockRun[]
  /** Blocks below are gone, but genesis. */
  readonly oldestBlock: bigint
  /** States of blocks below are gone, but that of genesis. */
  readonly oldestState: bigint
}

export function indexOf(genesis: SealedBlock): ChainIndex {
  const byNumber = PersistentMap.empty<SealedBlock>()
  const byHash = PersistentMap.empty<SealedBlock>()
  const inclusions = PersistentMap.empty<Inclusion>()
  return withHead(
    {
      genesis,
      head: genesis,
      byNumber,
      byHash,
      inclusions,
      runs: [],
      oldestBlock: 0n,
      oldestState: 0n,
    },
    genesis,
  )
}

/** The index with a block on top of its head. */
export function withHead(index: ChainIndex, block: SealedBlock): ChainIndex {
  let { inclusions } = index
  for (const [position, { hash }] of block.transactions.entries()) {
    inclusions = inclusions.set(hash, { block, index: position, earlier: inclusions.get(hash) })
  }
  // Named one by one: of a spread the engine makes another hidden class, and what is compiled for one is of no use.
  return {
    genesis: index.genesis,
    head: block,
    byNumber: index.byNumber.set(String(block.number), block),
    byHash: index.byHash.set(block.hash, block),
    inclusions,
    runs: index.runs,
    oldestBlock: index.oldestBlock,
    oldestState: index.oldestState,
  }
}

/** The index with a run of blocks on top of its head; the last of them is the head. */
export function withRun(index: ChainIndex, run: BlockRun): ChainIndex {
  return { ...index, head: blockInRun(run, run.to), runs: [...index.runs, run] }
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
    ...index,
    head: blockAt(index, head.number - 1n) ?? index.genesis,
    byNumber: index.byNumber.delete(String(head.number)),
    byHash: index.byHash.delete(head.hash),
    inclusions,
    runs: runsBelow(index.runs, head.number),
  }
}

function runsBelow(runs: readonly BlockRun[], number: bigint): readonly BlockRun[] {
  const last = runs.at(-1)
  if (last === undefined || last.to < number) return runs
  const others = runs.slice(0, -1)
  return last.from < number ? [...others, { ...last, to: number - 1n }] : others
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
  const stored = index.byNumber.get(String(number))
  if (stored !== undefined) return stored
  const run = index.runs.find(({ from, to }) => number >= from && number <= to)
  return run && blockInRun(run, number)
}

export function blockNamed(index: ChainIndex, hash: Hex): SealedBlock | undefined {
  const stored = index.byHash.get(hash)
  if (stored !== undefined) return stored
  for (const run of index.runs) {
    const number = numberInRun(run, hash)
    if (number !== undefined) return blockInRun(run, number)
  }
  return undefined
}

/** The head, or the block before the runs that it ends. */
export function newestStored({ head, runs }: ChainIndex): SealedBlock {
  let newest = head
  for (const { from, to, before } of [...runs].reverse()) {
    if (newest.number >= from && newest.number <= to) newest = before
  }
  return newest
}

/** Whether the block is made on being asked for. */
export function isInRun({ runs }: ChainIndex, number: bigint): boolean {
  return runs.some(({ from, to }) => number >= from && number <= to)
}

/** The next block from `number` on that is not made on being asked for: all others are empty. */
function afterRun({ runs }: ChainIndex, number: bigint): bigint {
  const run = runs.find(({ from, to }) => number >= from && number <= to)
  return run === undefined ? number : run.to + 1n
}

/** As `blocksBetween`, without those of runs. */
export function* storedBlocksBetween(
  index: ChainIndex,
  from: bigint,
  to: bigint,
): Generator<SealedBlock, void> {
  for (let number = afterRun(index, from); number <= to; number = afterRun(index, number + 1n)) {
    const block = index.byNumber.get(String(number))
    if (block !== undefined) yield block
  }
}

/** As `blocksBetween`, but of a run only the last, which alone was the head once. */
export function* headsBetween(
  index: ChainIndex,
  from: bigint,
  to: bigint,
): Generator<SealedBlock, void> {
  for (let number = from; number <= to; number++) {
    // The next one that is not in a run, or the last one of the run.
    if (isInRun(index, number)) number = afterRun(index, number) - 1n
    const block = blockAt(index, number)
    if (number <= to && block !== undefined) yield block
  }
}

/**
 * The number below which two chains have the same blocks, up to which neither tells of another. Costs
 * the logarithm of their lengths.
 */
export function forkPoint(one: ChainIndex, other: ChainIndex): bigint {
  let low = one.genesis.number - 1n
  let high = bigIntMin(one.head.number, other.head.number)
  while (low < high) {
    const middle = (low + high + 1n) / 2n
    const block = blockAt(one, middle)
    // Chains that have a block in common have all below it in common.
    if (block === undefined || blockNamed(other, block.hash) !== undefined) low = middle
    else high = middle - 1n
  }
  return low
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

/** All blocks that are not made on being asked for, and all runs; oldest first. */
export function storedParts(index: ChainIndex): readonly (SealedBlock | BlockRun)[] {
  const made = [...index.byNumber].map(([, block]) => block)
  const parts = [...made.filter(({ number }) => !isInRun(index, number)), ...index.runs]
  return parts.sort((a, b) => (firstNumber(a) < firstNumber(b) ? -1 : 1))
}

function firstNumber(part: SealedBlock | BlockRun): bigint {
  return 'from' in part ? part.from : part.number
}
