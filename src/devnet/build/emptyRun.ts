import { emptyAfter, isSteady } from '../../block/accessListOf.ts'
import {
  type BlockRun,
  makeRun,
  parentHashIn,
  type RunShape,
  timestampIn,
} from '../../chain/blockRun.ts'
import { createPace } from '../../clock/pace.ts'
import type { Protocol } from '../../ethereumjs/protocol/protocol.ts'
import { runOpeningSystemCalls } from '../../execution/rules/systemContracts.ts'
import { finishInTurns, type Steps } from '../../lib/steps.ts'
import type { StateTree } from '../../types/state.ts'
import type { SealedBlock } from '../../types/view.ts'
import { prevRandaoAfter } from './blockFields.ts'
import type { BlockSchedule } from './blockSchedule.ts'
import { type ConcludeDeps, concludeBlock } from './concludeBlock.ts'
import type { Producer } from './produce.ts'

export interface EmptyRunDeps extends ConcludeDeps {
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

/** Whether the next block is empty as it is now. */
export function isQuiet({ producer }: EmptyRunDeps): boolean {
  return !producer.hasExecutable && (producer.pending?.transactions.length ?? 0) === 0
}

/**
 * Has the blocks made when somebody reads the chain: so not more than some hundred. They are those that would
 * be sealed one by one. Gives false where they would not: nothing has happened then.
 */
export async function appendEmpty(
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
  const isHeardOf = hub.isHeard('newFlashblocks') || hub.isHeard('builderFlashblocks')
  // Transactions that wait for a lower base fee come into one of the blocks.
  if (isHeardOf || pool.size > 0 || schedule.cadence.mining === 'flashblocks') return false
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
 * As `appendEmpty`, for any number: see `BlockRun`. Where somebody hears of the last of them, or the next block
 * comes by itself, the run is made before, in turns.
 */
export async function appendLongRun(deps: EmptyRunDeps, blocks: EmptyBlocks): Promise<boolean> {
  const shape = runOf(deps, blocks)
  if (shape === undefined) return false
  const { chain, clock, hub, producer, schedule } = deps
  const isAwaited = hub.isHeard('newHeads') || isTimed(schedule.cadence)
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
