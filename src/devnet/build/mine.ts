import { emptyAfter, isSteady } from '../../block/accessListOf.ts'
import {
  type BlockRun,
  makeRun,
  parentHashIn,
  type RunShape,
  timestampIn,
} from '../../chain/blockRun.ts'
import { maxTimestamp } from '../../clock/clock.ts'
import { createPace, finishInTurns, type Steps } from '../../clock/pace.ts'
import type { Protocol } from '../../ethereumjs/protocol/protocol.ts'
import { networkRulesOf } from '../../execution/rules/networkRules.ts'
import { runOpeningSystemCalls } from '../../execution/rules/systemContracts.ts'
import type { StateTree } from '../../types/state.ts'
import type { SealedBlock } from '../../types/view.ts'
import { prevRandaoAfter } from './blockFields.ts'
import type { BlockSchedule } from './blockSchedule.ts'
import { type ConcludeDeps, concludeBlock } from './concludeBlock.ts'
import type { Producer } from './produce.ts'

interface EmptyRunDeps extends ConcludeDeps {
  readonly protocol: Protocol
  readonly producer: Producer
  readonly schedule: BlockSchedule
}

/** Empty blocks on the head, each as the head is but for its place and its base fee. */
export interface EmptyBlocks {
  readonly count: bigint
  /** State under the head. */
  readonly before: StateTree
  /** Between the timestamps of two blocks; as the clock has it when absent, in a long run a second. */
  readonly intervalSeconds: bigint | undefined
}

/** How many blocks the ring buffers of EIP-2935 and EIP-4788 remember. */
const remembered = 8191n

/** To ask for the time, as is done between steps, takes a part of the time of a block. */
const inAStep = 16n

/** Whether the next block is empty as it is now, and its header follows from the parent's by Ethereum's rules. */
function isQuiet({ producer, chain }: EmptyRunDeps): boolean {
  if (networkRulesOf(chain.head.header.common) !== undefined) return false
  return !producer.hasExecutable && (producer.pending?.transactions.length ?? 0) === 0
}

/**
 * Defers empty blocks until the chain is read, so at most some hundred. They equal those that would be sealed one by
 * one. Returns false where they would not: then nothing has happened.
 */
async function appendEmpty(
  deps: EmptyRunDeps,
  { count, before, intervalSeconds }: EmptyBlocks,
): Promise<boolean> {
  const { protocol, producer, chain, clock, pool, hub, schedule } = deps
  const { head } = chain
  const { common, timestamp } = head.header
  const timestamps: bigint[] = []
  for (let last = timestamp; timestamps.length < count; timestamps.push(last)) {
    last = intervalSeconds === undefined ? clock.nextTimestamp(last) : last + intervalSeconds
  }
  const end = timestamps.at(-1) as bigint
  const isObserved = hub.hasListeners('newFlashblocks') || hub.hasListeners('builderFlashblocks')
  // Transactions that wait for a lower base fee come into one of the blocks.
  if (isObserved || pool.size > 0 || schedule.cadence.mining === 'flashblocks') return false
  if (!isSteady(head, before)) return false
  if (protocol.commonAt(head.number + count, end) !== common) return false
  concludeBlock(deps, () => {
    producer.discard()
    chain.appendLater(emptyBlocks(head, timestamps))
    if (intervalSeconds !== undefined) clock.setNext(end, timestamp)
    const place = { from: head.number + 1n, to: head.number + count, timestamp: end }
    return { kind: 'empty', place, blocks: () => chain.blocks(place.from, place.to) }
  })
  return true
}

function* emptyBlocks(
  head: SealedBlock,
  timestamps: readonly bigint[],
): Steps<readonly SealedBlock[]> {
  const blocks: SealedBlock[] = []
  for (const timestamp of timestamps) {
    const parent = blocks.at(-1) ?? head
    blocks.push(emptyAfter(parent, { timestamp, prevRandao: prevRandaoAfter(parent) }))
    yield
  }
  return blocks
}

/**
 * The same as `appendEmpty`, for any number: see `BlockRun`. If the last of them has a listener, or the next block
 * comes by the cadence, the run is made at once, in turns.
 */
async function appendLongRun(deps: EmptyRunDeps, blocks: EmptyBlocks): Promise<boolean> {
  const shape = runOf(deps, blocks)
  if (shape === undefined) return false
  const { chain, clock, hub, producer, schedule } = deps
  const isAwaited = hub.hasListeners('newHeads') || isTimed(schedule.cadence)
  const steps = runWithState(shape)
  const run = isAwaited && (await finishInTurns(steps, createPace(clock)))
  concludeBlock(deps, () => {
    producer.discard()
    if (run) chain.appendRun(run)
    else chain.appendLater(steps)
    const { from, to } = shape
    const place = { from, to, timestamp: timestampIn(shape, to) }
    return { kind: 'empty', place, blocks: () => [chain.head] }
  })
  await schedule.goOn()
  return true
}

function isTimed({ mining }: BlockSchedule['cadence']): boolean {
  return mining !== 'auto' && mining !== 'manual'
}

function* runWithState(shape: RunShape): Steps<BlockRun> {
  const run = yield* makeRun(shape)
  return { ...run, after: yield* stateAfter(run) }
}

function runOf(
  { protocol, chain, clock }: EmptyRunDeps,
  { count, intervalSeconds }: EmptyBlocks,
): RunShape | undefined {
  const before = chain.head
  const { header, transactions, number } = before
  const { common, excessBlobGas = 0n, difficulty, timestamp } = header
  const to = number + count
  const usual =
    clock.intervalSeconds === undefined ? 1n : clock.nextTimestamp(timestamp) - timestamp
  const interval = intervalSeconds ?? usual
  const isSteady =
    transactions.length === 0 &&
    excessBlobGas === 0n &&
    difficulty === 0n &&
    header.blockAccessListHash === undefined &&
    protocol.commonAt(to, timestamp + interval * count) === common
  return isSteady ? { before, from: number + 1n, to, intervalSeconds: interval } : undefined
}

/** What the contracts that remember blocks would hold. */
function* stateAfter(run: BlockRun): Steps<StateTree> {
  const { common, parentBeaconBlockRoot } = run.before.header
  const state = run.before.state.fork()
  const oldest = run.to - remembered + 1n
  for (let number = oldest > run.from ? oldest : run.from; number <= run.to; number++) {
    runOpeningSystemCalls(state, {
      common,
      parentBeaconBlockRoot,
      number,
      timestamp: timestampIn(run, number),
      parentHash: parentHashIn(run, number),
    })
    if (number % inAStep === 0n) yield
  }
  return state.tree()
}

/** How many blocks to mine and when: as `evm_mine` and `anvil_mine` say it. */
export interface MineRequest {
  /** @default 1 */
  readonly blocks?: number | bigint | undefined
  /** The time of the first block, in seconds. */
  readonly timestamp?: bigint | undefined
  /** The seconds from each block to the next; those of the clock when absent, in a run one second. */
  readonly intervalSeconds?: bigint | undefined
  /** Whether the interval is before the first block too, unless a time was set for it. @default false */
  readonly isAfterInterval?: boolean | undefined
}

export type MineDeps = EmptyRunDeps

/** Numbers of the first and the last of blocks that were made; none where the last is below. */
export interface MinedBlocks {
  readonly from: bigint
  readonly to: bigint
}

/** Blocks cannot be mined as asked. */
class InvalidMining extends Error {
  override readonly name = 'InvalidMining'
  readonly code = -32602
}

/** The maximum number of blocks of one request that cannot be a run: they take most of a minute. */
const maxBlocks = 100_000

/** The number of blocks from which the empty ones are a `BlockRun`. */
const minRun = 256n

/** What is asked for, with the time of the first block where it is known. */
interface Room {
  readonly blocks: bigint
  readonly first: bigint | undefined
  readonly intervalSeconds: bigint | undefined
}

/** Block numbers have 64 bits. */
const maxNumber = 2n ** 64n - 1n

/**
 * Seals blocks one after the other, the first ones with what the pool holds. Of many empty ones only the
 * last is made (see `BlockRun`), and is not among those that it gives.
 */
export async function mineBlocks(
  deps: MineDeps,
  { blocks = 1n, timestamp, isAfterInterval = false, ...request }: MineRequest,
): Promise<MinedBlocks> {
  const { chain, clock, schedule } = deps
  const intervalSeconds = request.intervalSeconds === 0n ? 1n : request.intervalSeconds
  const from = chain.head.number + 1n
  const yieldIfDue = createPace(clock)
  const isFree = clock.snapshot().nextTimestamp === undefined
  const isAfter = isAfterInterval && isFree && intervalSeconds !== undefined
  const first = timestamp ?? (isAfter ? chain.head.header.timestamp + intervalSeconds : undefined)
  checkRoom(deps, { blocks: BigInt(blocks), first, intervalSeconds })
  if (first !== undefined) await setNext(deps, first)
  const end = from + BigInt(blocks)
  const append = blocks < minRun ? appendEmpty : appendLongRun
  for (let next = from; next < end; next++) {
    if (next - from >= maxBlocks) {
      throw new InvalidMining(
        `mined ${next - from} blocks; the other ${end - next} are too many at once`,
      )
    }
    const { header, state } = chain.head
    if (next > from && intervalSeconds !== undefined) {
      await setNext(deps, header.timestamp + intervalSeconds)
    }
    await schedule.seal()
    await yieldIfDue()
    // The first block has what was chosen for one; all others are as the one before them.
    const rest = { count: end - 1n - next, before: state, intervalSeconds }
    if (rest.count === 0n || !isQuiet(deps)) continue
    if (await append(deps, rest)) return { from, to: append === appendEmpty ? end - 1n : next }
  }
  return { from, to: end - 1n }
}

async function setNext({ clock, chain, producer }: MineDeps, timestamp: bigint): Promise<void> {
  clock.setNext(timestamp, chain.head.header.timestamp)
  await producer.reopen()
}

/** Throws an `InvalidMining` for blocks that have no number, or no time that a clock can show. */
function checkRoom(
  { chain, clock }: MineDeps,
  { blocks, first, intervalSeconds = clock.intervalSeconds ?? 1n }: Room,
): void {
  const { number, header } = chain.head
  const start = first ?? clock.nextTimestamp(header.timestamp)
  const end = start + (blocks - 1n) * intervalSeconds
  // Blocks without a wish are a second apart, and go on after the latest time that can be set.
  const isInTime = end <= maxTimestamp || (blocks < minRun && intervalSeconds <= 1n)
  if (number + blocks <= maxNumber && isInTime) return
  throw new InvalidMining(
    `cannot mine ${blocks} blocks: the last one would be number ${number + blocks} at the time ${end}, with ${maxNumber} and ${maxTimestamp} the latest`,
  )
}
