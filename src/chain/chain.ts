import type { Blockchain } from '@ethereumjs/blockchain'
import type { Common } from '@ethereumjs/common'
import { bigIntMax, bigIntMin } from '@ethereumjs/util'
import { finish, finishInTurns, type Steps, type YieldIfDue } from '../clock/pace.ts'
import type { LogFilter } from '../execution/logFilter.ts'
import type { Hex } from '../lib/hex.ts'
import { defaultLimits, type Limits } from '../lib/limits.ts'
import type { StateTree } from '../types/state.ts'
import type { Receipt, SignedTransaction } from '../types/transaction.ts'
import type { AccountQuery, SealedBlock } from '../types/view.ts'
import { blocksInvolving } from './accountSearch.ts'
import type { BlockRun } from './blockRun.ts'
import { openStore } from './blockStore.ts'
import {
  assertAbove,
  assertFollows,
  BlockRangeBeyondHeadError,
  ChainError,
  InvalidBlockRangeError,
  PrunedHistoryError,
} from './chainErrors.ts'
import {
  blockAt,
  blockNamed,
  blocksBetween,
  blocksWith,
  type ChainIndex,
  forkPoint,
  hashAt,
  headsBetween,
  indexOf,
  isInRun,
  type Kept,
  newestStored,
  pruned,
  stateAt,
  storedParts,
  withAmendedHead,
  withHead,
  withoutHead,
  withRun,
} from './chainIndex.ts'
import { inclusionOf } from './inclusions.ts'
import { type FoundLog, searchLogs } from './logSearch.ts'
import type { BlockRecord } from './storedBlock.ts'

export interface ChainOptions {
  /** Makes rules that give the hardfork of any block of the chain by its number and time, and may be changed: a millisecond. */
  readonly common: () => Common
  /**
   * Blocks from the head back to the safe one, and from there to the finalized one.
   * @default 32
   */
  readonly slotsInAnEpoch?: number | undefined
  /**
   * Blocks from the head back to the finalized one.
   * @default two epochs
   */
  readonly finalizedLag?: number | undefined
}

/** A sealed transaction with what came of it. */
export interface IncludedTransaction {
  readonly block: SealedBlock
  /** Position in the block. */
  readonly index: number
  readonly transaction: SignedTransaction
  readonly receipt: Receipt
}

/** The sealed logs that match a filter in a range of blocks, both ends included. */
export interface LogQuery extends LogFilter {
  readonly fromBlock: bigint
  readonly toBlock: bigint
}

/** The blocks before the first one of a chain that does not start at genesis. */
export interface BlocksBelow {
  readonly live?: { blockHash(number: bigint): Uint8Array | undefined } | undefined
}

/** A whole chain at one moment. Never changes; stays good whatever the chain does. */
export interface ChainSnapshot {
  readonly index: ChainIndex
  /** Number of the newest block that is final whatever its age. */
  readonly final: bigint
}

/**
 * The sealed blocks: encoded in the database of `@ethereumjs/blockchain`, the newest ones decoded too,
 * and beside it the look-ups. All live in one value that a change replaces when it has succeeded, so that a reader, a snapshot
 * or a fork sees the chain before a change or after it, and a change that fails leaves nothing.
 */
export class Chain {
  readonly #common: () => Common
  readonly #lags: Readonly<Record<'safe' | 'finalized', bigint>>
  #below: BlocksBelow = {}
  /** The chain without blocks whose making is deferred. */
  #current: ChainSnapshot
  /** Makes the deferred blocks on top of the head and appends them. */
  #putOff: Steps<void> | undefined
  #kept: Kept = {}

  private constructor(
    state: ChainSnapshot,
    common: () => Common,
    lags: Record<'safe' | 'finalized', bigint>,
  ) {
    this.#current = state
    this.#common = common
    this.#lags = lags
  }

  /** A chain of one block, number 0. */
  static create(genesis: SealedBlock, options: ChainOptions): Chain {
    const state = { index: indexOf(genesis), final: 0n }
    const { common, slotsInAnEpoch = 32, finalizedLag = 2 * slotsInAnEpoch } = options
    const lags = { safe: BigInt(slotsInAnEpoch), finalized: BigInt(finalizedLag) }
    return new Chain(state, common, lags)
  }

  /** All that is read goes through here, so that what is put off is there. */
  get #state(): ChainSnapshot {
    if (this.#putOff !== undefined) finish(this.#putOff)
    return this.#current
  }

  set #state(state: ChainSnapshot) {
    this.#current = state
  }

  get genesis(): SealedBlock {
    return this.#state.index.genesis
  }

  /** The head of `#state`, in one call: it is read some twenty times for a transaction. */
  get head(): SealedBlock {
    if (this.#putOff !== undefined) finish(this.#putOff)
    return this.#current.index.head
  }

  /** Makes the blocks up to this one safe and final: no reorg takes them back. */
  finalize(number = this.head.number): void {
    this.#state = { ...this.#state, final: number }
  }

  /** Number of the newest block that is final whatever its age: genesis, the last that a file has brought, or the oldest whose state is kept. */
  get finalNumber(): bigint {
    return bigIntMax(this.#state.final, this.#state.index.oldestState)
  }

  /** Number of the oldest block that the chain goes back to: it keeps what is final, and the gaps of runs. */
  get oldestRewind(): bigint {
    const behindGaps = this.#state.index.runs.map(({ gap }) =>
      gap === undefined ? 0n : gap.to + 1n,
    )
    return bigIntMax(this.finalNumber, ...behindGaps)
  }

  /** Keeps no more than that from the next block on. */
  keep(kept: Kept): void {
    this.#kept = kept
  }

  /** Number of the oldest block, besides genesis, whose state is kept. */
  get oldestState(): bigint {
    return this.#state.index.oldestState
  }

  /** One epoch behind the head; genesis, or the last final block, on a short chain. */
  safe(): SealedBlock {
    return this.#behindHead(this.slotsBehind('safe'))
  }

  /** Two epochs behind the head; genesis, or the last final block, on a short chain. */
  finalized(): SealedBlock {
    return this.#behindHead(this.slotsBehind('finalized'))
  }

  /** How many blocks behind the head the block of that tag is, where the chain goes back as far. */
  slotsBehind(tag: 'safe' | 'finalized'): bigint {
    return this.#lags[tag]
  }

  #behindHead(slots: bigint): SealedBlock {
    const { index } = this.#state
    const number = bigIntMax(index.head.number - slots, this.finalNumber)
    return blockAt(index, number) ?? index.head
  }

  /** Throws a `PrunedHistoryError` for one that was not kept. */
  blockByNumber(number: bigint): SealedBlock | undefined {
    this.#assertKept(number, number)
    return blockAt(this.#state.index, number)
  }

  blockByHash(hash: Hex): SealedBlock | undefined {
    return blockNamed(this.#state.index, hash)
  }

  /** How many transactions a block has, and how many of them failed, without looking at the block. */
  countsOf(number: bigint): Pick<BlockRecord, 'transactions' | 'failed'> {
    return this.#state.index.records.get(String(number)) ?? { transactions: 0, failed: 0 }
  }

  /** The state after a block, without looking at the block. Throws a `PrunedHistoryError` for one that was not kept. */
  stateAt(number: bigint): StateTree | undefined {
    this.#assertKept(number, number)
    return stateAt(this.#state.index, number)
  }

  /** Whether it is a block of a run, which is made when it is asked for. */
  isInRun(number: bigint): boolean {
    return isInRun(this.#state.index, number)
  }

  /** Returns the blocks from one number to another, both included, as far as they exist. */
  blocks(from: bigint, to: bigint): readonly SealedBlock[] {
    this.#assertKept(from, to)
    const { index } = this.#state
    const { number } = index.head
    return [...blocksBetween(index, from, to < number ? to : number)]
  }

  /** The blocks with transactions from one number to another, both included, oldest first. */
  filledBlocks(from: bigint, to: bigint): readonly SealedBlock[] {
    const { index } = this.#state
    const last = bigIntMin(to, index.head.number)
    return [...blocksWith(index, from, last, ({ transactions }) => transactions > 0)]
  }

  /** See `blocksInvolving`. */
  involving(query: AccountQuery): Generator<SealedBlock | undefined, void> {
    return blocksInvolving(this.#state.index, query)
  }

  /** Returns the blocks that another chain lacks, oldest first. Of a run of empty blocks it has only the last, as only that one was the head. */
  beyond(other: Chain): readonly SealedBlock[] {
    const { index } = this.#state
    return [...headsBetween(index, forkPoint(index, other.#state.index) + 1n, index.head.number)]
  }

  /** Says of blocks of the chain that they are likely not to be read again, so that none is encoded to be kept. */
  letGo(blocks: readonly SealedBlock[]): void {
    const { records, decoded } = this.#state.index
    for (const { number } of blocks) decoded.drop(records.get(String(number)))
  }

  /** All blocks, oldest first, where those of a run stand together; as the chain is now. */
  parts(): Steps<readonly (SealedBlock | BlockRun)[]> {
    return storedParts(this.#state.index)
  }

  /** 32 bytes, for BLOCKHASH. */
  blockHash(number: bigint): Uint8Array | undefined {
    if (number < this.genesis.number) return this.#below.live?.blockHash(number)
    this.#assertKept(number, number)
    return hashAt(this.#state.index, number)
  }

  /** Adds access to blocks before the first one. */
  standOn(below: BlocksBelow): void {
    this.#below = below
  }

  /** Returns a transaction by its hash; the newest inclusion if there are several. */
  transaction(hash: Hex): IncludedTransaction | undefined {
    const { index: chain } = this.#state
    const inclusion = inclusionOf(chain.inclusions, hash)
    if (inclusion === undefined) return undefined
    const { number, index } = inclusion
    const block = blockAt(chain, number) as SealedBlock
    const transaction = block.transactions[index] as SignedTransaction
    return { block, index, transaction, receipt: block.receipts[index] as Receipt }
  }

  /**
   * The logs that match, oldest first.
   * Throws for a range that is reversed or goes beyond the head, and when too many logs match.
   */
  logs(
    query: LogQuery,
    limits: Pick<Limits, 'logs' | 'logBytes'> = defaultLimits,
  ): readonly FoundLog[] {
    const { index } = this.#state
    if (query.fromBlock > query.toBlock) throw new InvalidBlockRangeError()
    if (query.toBlock > index.head.number) throw new BlockRangeBeyondHeadError()
    this.#assertKept(query.fromBlock, query.toBlock)
    return searchLogs(index, query, limits)
  }

  /** Puts a block on top of the head; a `ChainError` when it is not the next one. */
  append(block: SealedBlock): void {
    const { index } = this.#state
    assertFollows(block, index.head)
    this.#change(withHead(index, block))
  }

  /**
   * Puts blocks or a run of them on top of the head that are made when the chain is next read: all at once,
   * or before in turns, by `settle`. They must not depend on what happens until then.
   */
  appendLater(made: Steps<readonly SealedBlock[] | BlockRun>): void {
    // What was put off before comes first.
    void this.#state
    this.#putOff = this.#appending(made)
  }

  *#appending(steps: Steps<readonly SealedBlock[] | BlockRun>): Steps<void> {
    const made = yield* steps
    this.#putOff = undefined
    if ('before' in made) this.appendRun(made)
    else for (const block of made) this.append(block)
  }

  /** Whether blocks are put off. */
  get isBehind(): boolean {
    return this.#putOff !== undefined
  }

  /** Makes what is put off, with turns for others as `pace` gives them. Who reads meanwhile makes the rest at once. */
  async settle(pace: YieldIfDue): Promise<void> {
    if (this.#putOff !== undefined) await finishInTurns(this.#putOff, pace)
  }

  /** Puts a run of empty blocks on top of the head; the last one is the head. O(1). */
  appendRun(run: BlockRun): void {
    this.#change(withRun(this.#state.index, run))
  }

  /** Puts a block above the head whose parent is not there, nor are any between: for chains of files. */
  appendCheckpoint(block: SealedBlock): void {
    const { index } = this.#state
    assertAbove(block, index.head)
    this.#change(withHead(index, block))
  }

  /** Makes an earlier block the head again; the blocks that were above it, newest first. */
  rewind(number: bigint): readonly SealedBlock[] {
    const { index } = this.#state
    if (blockAt(index, number) === undefined) {
      throw new ChainError('UNKNOWN_BLOCK', `cannot rewind to block ${number}: no such block`)
    }
    const removed: SealedBlock[] = []
    let rewound = index
    for (; rewound.head.number > number; rewound = withoutHead(rewound)) removed.push(rewound.head)
    this.#change(rewound)
    return removed
  }

  /** Gives the head another state: accounts of it were edited. Its header stays as it is. */
  amendHead(state: StateTree): void {
    this.#state = { ...this.#state, index: withAmendedHead(this.#state.index, state) }
  }

  /** O(1). */
  snapshot(): ChainSnapshot {
    return this.#state
  }

  /** Makes the chain as it was at a snapshot of it or of a chain with the same genesis. O(1). */
  restore(snapshot: ChainSnapshot): void {
    this.#putOff?.return()
    this.#putOff = undefined
    this.#state = snapshot
  }

  /** A chain of its own that starts where this one is. O(1). */
  fork(): Chain {
    const fork = new Chain(this.#state, this.#common, this.#lags)
    fork.#kept = this.#kept
    fork.#below = this.#below
    return fork
  }

  /** Whether it has just what another one has now, of which it is a fork. */
  isAsOf(other: Chain): boolean {
    return this.#state === other.#state && this.#kept === other.#kept
  }

  /** The blocks as EthereumJS has them: the chain as it is now, in a copy that does not follow it. */
  blockchain(): Promise<Blockchain> {
    const { index } = this.#state
    const { genesis, blocks } = index
    return openStore(genesis, this.#common(), { blocks, head: newestStored(index) })
  }

  /** Genesis is always kept. */
  #assertKept(from: bigint, to: bigint): void {
    const { genesis, oldestBlock } = this.#state.index
    const first = from === genesis.number && to > from ? from + 1n : from
    if (first <= genesis.number || first >= oldestBlock || to < first) return
    throw new PrunedHistoryError(oldestBlock)
  }

  /** What is not kept goes with the change. */
  #change(changed: ChainIndex): void {
    this.#state = { index: pruned(changed, this.#kept), final: this.#state.final }
  }
}
