import { bigIntMax, bigIntMin } from '@ethereumjs/util'
import type { Steps } from '../clock/pace.ts'
import { bytesToHex, type Hex } from '../lib/hex.ts'
import { PersistentMap } from '../lib/persistentMap.ts'
import { unavailableState } from '../state/unavailableState.ts'
import type { StateTree } from '../types/state.ts'
import type { SealedBlock } from '../types/view.ts'
import { type BlockRun, blockInRun, hashInRun, numberInRun, shortened } from './blockRun.ts'
import { noBlocks, numberOf, type StoredBlocks, withEntry, withoutBlock } from './blockStore.ts'
import { type Inclusions, noInclusions, withInclusions, withoutInclusions } from './inclusions.ts'
import { bytesOf } from './memoryDatabase.ts'
import { type BlockRecord, DecodedBlocks, openBlock, recordOf } from './storedBlock.ts'

/** The blocks from genesis to the head and the ways to find them; never changes, shares with older ones. */
export interface ChainIndex {
  readonly genesis: SealedBlock
  readonly head: SealedBlock
  /** Blocks by their hash. */
  readonly blocks: StoredBlocks
  /** Records by their block number. */
  readonly records: PersistentMap<BlockRecord>
  readonly inclusions: Inclusions
  /** Blocks that are made when they are asked for, ascending. */
  readonly runs: readonly BlockRun[]
  /** Blocks below are gone, but genesis. */
  readonly oldestBlock: bigint
  /** States of blocks below are gone, but that of genesis. */
  readonly oldestState: bigint
  /** This alone changes, and no answer with it. */
  readonly decoded: DecodedBlocks
}

export function indexOf(genesis: SealedBlock): ChainIndex {
  return withHead(
    {
      genesis,
      head: genesis,
      blocks: noBlocks,
      records: PersistentMap.empty(),
      inclusions: noInclusions,
      runs: [],
      oldestBlock: 0n,
      oldestState: 0n,
      decoded: new DecodedBlocks(),
    },
    genesis,
  )
}

/** The index with a block on top of its head. */
export function withHead(index: ChainIndex, block: SealedBlock): ChainIndex {
  const record = recordOf(block)
  index.decoded.keep(record, block)
  const hashes = block.transactions.map(({ hash }) => hash)
  return withRecord(index, block, { record, hashes })
}

/** What a chain keeps of a block. */
export interface KeptBlock {
  readonly record: BlockRecord
  /** The hashes of its transactions. */
  readonly hashes: readonly Hex[]
}

/** The same as `withHead`, for a block that need not be decoded. */
export function withRecord(
  index: ChainIndex,
  block: SealedBlock,
  { record, hashes }: KeptBlock,
): ChainIndex {
  const { number } = block
  // Named one by one: a spread gives objects another hidden class, for which nothing is compiled yet.
  return {
    genesis: index.genesis,
    head: block,
    blocks: withEntry(index.blocks, record.entry),
    records: index.records.set(String(number), record),
    inclusions: withInclusions(index.inclusions, number, hashes),
    runs: index.runs,
    oldestBlock: index.oldestBlock,
    oldestState: index.oldestState,
    decoded: index.decoded,
  }
}

/** The index with a run of blocks on top of its head; the last of them is the head. */
export function withRun(index: ChainIndex, run: BlockRun): ChainIndex {
  return { ...index, head: blockInRun(run, run.to), runs: [...index.runs, run] }
}

/** The index without its head, which is not genesis; a head whose parent is not there stands on genesis. */
export function withoutHead(index: ChainIndex): ChainIndex {
  const { head } = index
  const { number } = head
  const runs = runsBelow(index.runs, number)
  const isStored = !isInRun(index, number)
  const below = { ...(isStored ? withoutStored(index, head) : index), runs }
  return { ...below, head: blockAt(below, number - 1n) ?? index.genesis }
}

/** The index without a block that is no part of a run, which may stay its head. */
function withoutStored(index: ChainIndex, block: SealedBlock): ChainIndex {
  const { number } = block
  const hashes = block.transactions.map(({ hash }) => hash)
  return {
    ...index,
    blocks: withoutBlock(index.blocks, block),
    records: index.records.delete(String(number)),
    inclusions: withoutInclusions(index.inclusions, number, hashes),
  }
}

function runsBelow(runs: readonly BlockRun[], number: bigint): readonly BlockRun[] {
  const last = runs.at(-1)
  if (last === undefined || last.to < number) return runs
  const others = runs.slice(0, -1)
  return last.from < number ? [...others, shortened(last, number - 1n)] : others
}

/** The index with another state after its head. */
export function withAmendedHead(index: ChainIndex, state: StateTree): ChainIndex {
  const head = { ...index.head, state }
  const genesis = index.genesis === index.head ? head : index.genesis
  const run = index.runs.at(-1)
  if (run?.to === head.number) {
    return { ...index, head, runs: [...index.runs.slice(0, -1), { ...run, after: state }] }
  }
  const key = String(head.number)
  const record = { ...(index.records.get(key) as BlockRecord), state }
  index.decoded.keep(record, head)
  return { ...index, genesis, head, records: index.records.set(key, record) }
}

export function blockAt(index: ChainIndex, number: bigint): SealedBlock | undefined {
  const record = index.records.get(String(number))
  if (record !== undefined) return opened(index, record, true)
  const run = runAt(index, number)
  return run && blockInRun(run, number)
}

/** The block of a record, which is not kept decoded for that. */
export function blockOpened(index: ChainIndex, record: BlockRecord): SealedBlock {
  return opened(index, record, false)
}

/** `isKept`: it is likely to be read again. */
function opened({ decoded }: ChainIndex, record: BlockRecord, isKept: boolean): SealedBlock {
  const known = decoded.get(record)
  if (known !== undefined) return known
  const block = openBlock(record)
  if (isKept) decoded.keep(record, block)
  return block
}

/** The state after the block with that number. */
export function stateAt(index: ChainIndex, number: bigint): StateTree | undefined {
  const record = index.records.get(String(number))
  if (record !== undefined) return record.state
  const run = runAt(index, number)
  return run?.to === number ? run.after : run?.before.state
}

export function blockNamed(index: ChainIndex, hash: Hex): SealedBlock | undefined {
  const number = numberOf(index.blocks, hash)
  if (number !== undefined) return blockAt(index, number)
  for (const run of index.runs) {
    const place = numberInRun(run, hash)
    if (place !== undefined) return blockInRun(run, place)
  }
  return undefined
}

/** 32 bytes. */
export function hashAt(index: ChainIndex, number: bigint): Uint8Array | undefined {
  const record = index.records.get(String(number))
  if (record !== undefined) return bytesOf(record.entry.hash)
  const run = runAt(index, number)
  return run && hashInRun(run, number)
}

/** The hash of the head, or of the block before the runs that it ends. */
export function newestStored({ head, runs }: ChainIndex): Hex {
  let newest = head
  for (const { from, to, before } of [...runs].reverse()) {
    if (newest.number >= from && newest.number <= to) newest = before
  }
  return newest.hash
}

/** Whether the block is made on being asked for. */
export function isInRun(index: ChainIndex, number: bigint): boolean {
  return runAt(index, number) !== undefined
}

/** Returns the run that has the block, if it is made on being asked for. */
export function runAt({ runs }: ChainIndex, number: bigint): BlockRun | undefined {
  return runs.find(({ from, to }) => number >= from && number <= to)
}

/** The next block from `number` on that is not made on being asked for: all others are empty. */
function afterRun(index: ChainIndex, number: bigint): bigint {
  const run = runAt(index, number)
  return run === undefined ? number : run.to + 1n
}

/** The records of a range, without what is in runs; oldest first. */
export function* recordsBetween(
  index: ChainIndex,
  from: bigint,
  to: bigint,
): Generator<readonly [number: bigint, record: BlockRecord], void> {
  for (let number = afterRun(index, from); number <= to; number = afterRun(index, number + 1n)) {
    const record = index.records.get(String(number))
    if (record !== undefined) yield [number, record]
  }
}

/** The blocks of a range whose records pass, without those of runs; oldest first. */
export function* blocksWith(
  index: ChainIndex,
  from: bigint,
  to: bigint,
  passes: (record: BlockRecord) => boolean,
): Generator<SealedBlock, void> {
  for (const [, record] of recordsBetween(index, from, to)) {
    if (passes(record)) yield opened(index, record, false)
  }
}

/** Yields the same blocks as `blocksBetween`, but only the last of a run, which alone was the head. */
export function* headsBetween(
  index: ChainIndex,
  from: bigint,
  to: bigint,
): Generator<SealedBlock, void> {
  for (let number = from; number <= to; number++) {
    // The next one that is not in a run, or the last one of the run.
    if (isInRun(index, number)) number = afterRun(index, number) - 1n
    const block = number <= to ? blockAt(index, number) : undefined
    if (block !== undefined) yield block
  }
}

/**
 * The number below which two chains have the same blocks, up to which neither records a difference. Costs
 * the logarithm of their lengths.
 */
export function forkPoint(one: ChainIndex, other: ChainIndex): bigint {
  let low = one.genesis.number - 1n
  let high = bigIntMin(one.head.number, other.head.number)
  // Mostly one goes on from the head of the other.
  if (isShared(one, other, high)) return high
  while (low < high) {
    const middle = (low + high + 1n) / 2n
    // Chains that have a block in common have all below it in common.
    if (isShared(one, other, middle)) low = middle
    else high = middle - 1n
  }
  return low
}

/** Whether another chain has the block, or none of the two has it. */
function isShared(one: ChainIndex, other: ChainIndex, number: bigint): boolean {
  const hash = hashAt(one, number)
  return hash === undefined || hasHash(other, bytesToHex(hash))
}

function hasHash({ blocks, runs }: ChainIndex, hash: Hex): boolean {
  return (
    numberOf(blocks, hash) !== undefined || runs.some((run) => numberInRun(run, hash) !== undefined)
  )
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

/** All blocks that are not made on being asked for, and all runs; oldest first. A step is one of them. */
export function* storedParts(index: ChainIndex): Steps<readonly (SealedBlock | BlockRun)[]> {
  const parts: (SealedBlock | BlockRun)[] = []
  const { genesis, head, records, runs } = index
  const above = records.size - 1 + runs.length
  // From above, as there may be a gap above genesis.
  for (let number = head.number; parts.length < above && number > genesis.number; number--) {
    const record = records.get(String(number))
    const run = record ? undefined : runAt(index, number)
    if (record !== undefined) parts.push(opened(index, record, false))
    else if (run !== undefined) {
      parts.push(run)
      number = run.from
    }
    yield
  }
  return [...parts, genesis].reverse()
}

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
