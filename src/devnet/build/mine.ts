import {
  type BlockRun,
  makeRun,
  parentHashIn,
  type RunShape,
  timestampIn,
} from '../../chain/blockRun.ts'
import { createPace } from '../../clock/pace.ts'
import type { Protocol } from '../../ethereumjs/protocol/protocol.ts'
import { runOpeningSystemCalls } from '../../execution/rules/systemCalls.ts'
import type { StateTree } from '../../types/state.ts'
import type { SealedBlock } from '../../types/view.ts'
import type { BlockSchedule } from './blockSchedule.ts'
import { type ConcludeDeps, concludeBlock } from './concludeBlock.ts'
import type { Producer } from './produce.ts'

/** How many blocks to mine and when: as `evm_mine` and `anvil_mine` say it. */
export interface MineRequest {
  /** @default 1 */
  readonly blocks?: number | bigint | undefined
  /** Of the first block, seconds. */
  readonly timestamp?: bigint | undefined
  /** From each block to the next, in seconds; as the clock has it when absent, in a run a second. */
  readonly intervalSeconds?: bigint | undefined
  /** Whether the interval is before the first block too, unless a time was set for it. @default false */
  readonly isAfterInterval?: boolean | undefined
}

export interface MineDeps extends ConcludeDeps {
  readonly protocol: Protocol
  readonly producer: Producer
  readonly schedule: BlockSchedule
}

/** Blocks cannot be mined as asked. */
class InvalidMining extends Error {
  override readonly name = 'InvalidMining'
  readonly code = -32602
}

/** Of one request that cannot be a run: they take most of a minute. */
const mostBlocks = 100_000

/** Asked for so many blocks and more, those that are empty are made when somebody wants them. */
const shortestRun = 256n

/** Block numbers have 64 bits. */
const mostNumber = 2n ** 64n - 1n

/** The latest time that a `Date` can show, in seconds. */
const mostTimestamp = 8_640_000_000_000n

/** How many blocks the ring buffers of EIP-2935 and EIP-4788 remember. */
const remembered = 8191n

/**
 * Seals blocks one after the other, the first ones with what the pool holds; gives those. Of many
 * empty ones only the last is made: see `BlockRun`.
 */
export async function mineBlocks(
  deps: MineDeps,
  { blocks = 1n, timestamp, intervalSeconds, isAfterInterval = false }: MineRequest,
): Promise<readonly SealedBlock[]> {
  const { chain, clock, schedule } = deps
  const mined: SealedBlock[] = []
  const yieldIfDue = createPace(clock)
  const isFree = clock.snapshot().nextTimestamp === undefined
  if (timestamp !== undefined) await setNext(deps, timestamp)
  else if (isAfterInterval && isFree && intervalSeconds !== undefined) {
    await setNext(deps, chain.head.header.timestamp + intervalSeconds)
  }
  checkRoom(deps, BigInt(blocks), intervalSeconds)
  for (let left = BigInt(blocks); left > 0n; left--) {
    // The first block has what was chosen for one; all others are as the one before them.
    const isRun = blocks >= shortestRun && mined.length > 0
    const run = isRun ? runOf(deps, left, intervalSeconds) : undefined
    if (run !== undefined) {
      await appendRun(deps, run)
      break
    }
    if (mined.length >= mostBlocks) {
      throw new InvalidMining(
        `mined ${mined.length} blocks; the other ${left} are too many at once`,
      )
    }
    if (mined.length > 0 && intervalSeconds !== undefined) {
      await setNext(deps, chain.head.header.timestamp + atLeastOne(intervalSeconds))
    }
    mined.push(await schedule.seal())
    await yieldIfDue()
  }
  return mined
}

async function setNext({ clock, chain, producer }: MineDeps, timestamp: bigint): Promise<void> {
  clock.setNext(timestamp, chain.head.header.timestamp)
  await producer.reopen()
}

function atLeastOne(seconds: bigint): bigint {
  return seconds > 0n ? seconds : 1n
}

/** Throws an `InvalidMining` for blocks that have no number, or no time that a clock can show. */
function checkRoom(
  { chain, clock }: MineDeps,
  blocks: bigint,
  intervalSeconds: bigint | undefined,
): void {
  if (blocks < shortestRun) return
  const { number, header } = chain.head
  const end = header.timestamp + blocks * (intervalSeconds ?? clock.intervalSeconds ?? 1n)
  if (number + blocks <= mostNumber && end <= mostTimestamp) return
  throw new InvalidMining(
    `cannot mine ${blocks} blocks: the last one would be number ${number + blocks} at the time ${end}, with ${mostNumber} and ${mostTimestamp} the latest`,
  )
}

/** So many blocks on the head, if each of them would be as the head is but for its base fee. */
function runOf(
  deps: MineDeps,
  count: bigint,
  intervalSeconds: bigint | undefined,
): RunShape | undefined {
  const { protocol, chain, producer } = deps
  const before = chain.head
  const { header, transactions, number } = before
  const { common, excessBlobGas = 0n, difficulty } = header
  const to = number + count
  const interval = intervalSeconds === undefined ? usualInterval(deps) : atLeastOne(intervalSeconds)
  const isSteady =
    transactions.length === 0 &&
    !producer.hasExecutable &&
    (producer.pending?.transactions.length ?? 0) === 0 &&
    excessBlobGas === 0n &&
    difficulty === 0n &&
    protocol.commonAt(to, header.timestamp + interval * count) === common
  return isSteady ? { before, from: number + 1n, to, intervalSeconds: interval } : undefined
}

/** As somebody has set it, else a second. */
function usualInterval({ clock, chain }: MineDeps): bigint {
  const { timestamp } = chain.head.header
  return clock.intervalSeconds === undefined ? 1n : clock.nextTimestamp(timestamp) - timestamp
}

async function appendRun(deps: MineDeps, shape: RunShape): Promise<void> {
  const { chain, clock, producer, schedule } = deps
  const pace = createPace(clock)
  const run = await makeRun(shape, pace)
  const after = await stateAfter(run, pace)
  concludeBlock(deps, () => {
    producer.discard()
    chain.appendRun({ ...run, after })
    return { kind: 'next', block: chain.head }
  })
  await schedule.goOn()
}

/** What the contracts that remember blocks would hold. */
async function stateAfter(
  run: BlockRun,
  pace: () => Promise<void> | undefined,
): Promise<StateTree> {
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
    const turn = pace()
    if (turn !== undefined) await turn
  }
  return state.tree()
}
