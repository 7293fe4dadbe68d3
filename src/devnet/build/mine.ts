import { maxTimestamp } from '../../clock/clock.ts'
import { createPace } from '../../clock/pace.ts'
import { appendEmpty, appendLongRun, type EmptyRunDeps, isQuiet } from './emptyRun.ts'

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

/** Of one request that cannot be a run: they take most of a minute. */
const mostBlocks = 100_000

/** Asked for so many blocks and more, those that are empty are a `BlockRun`. */
const shortestRun = 256n

/** What is asked for, with the time of the first block where it is known. */
interface Room {
  readonly blocks: bigint
  readonly first: bigint | undefined
  readonly intervalSeconds: bigint | undefined
}

/** Block numbers have 64 bits. */
const mostNumber = 2n ** 64n - 1n

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
  const append = blocks < shortestRun ? appendEmpty : appendLongRun
  for (let next = from; next < end; next++) {
    if (next - from >= mostBlocks) {
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
  const isInTime = end <= maxTimestamp || (blocks < shortestRun && intervalSeconds <= 1n)
  if (number + blocks <= mostNumber && isInTime) return
  throw new InvalidMining(
    `cannot mine ${blocks} blocks: the last one would be number ${number + blocks} at the time ${end}, with ${mostNumber} and ${maxTimestamp} the latest`,
  )
}
