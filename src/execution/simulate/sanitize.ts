import type { BlockHeader } from '@ethereumjs/block'
import type {
  AccountOverride,
  BlockOverrides,
  BlockStateCall,
  CallRequest,
} from '../../types/request.ts'
import { SimulateError } from './simulateErrors.ts'

/** Blocks of a simulation, those that fill gaps included. */
export const maxBlocks = 256n

export const maxCallsPerBlock = 5_000

export const maxCalls = 10_000

const maxTimestamp = 2n ** 64n - 1n

/** How the times of blocks follow each other when nothing else is asked for. */
export interface SimulatedTimes {
  /** The time from a block to the next. */
  readonly stepMs: bigint
  /** The part of its second of the base block, where blocks have times in milliseconds. */
  readonly partMs?: bigint | undefined
}

/** 12 seconds, as on Ethereum. */
const usualTimes: SimulatedTimes = { stepMs: 12_000n }

/** A block to simulate whose number and time are decided. */
export interface BlockPlan {
  readonly number: bigint
  /** Seconds. */
  readonly timestamp: bigint
  readonly overrides: BlockOverrides
  readonly stateOverrides: readonly AccountOverride[]
  readonly calls: readonly CallRequest[]
  /** Whether it only fills a gap in the numbers. */
  readonly isFilling: boolean
}

/**
 * The blocks to simulate after `base`, one for each number, in order: a jump in the numbers is
 * filled with empty blocks. Throws a `SimulateError` for too many, or for numbers or times that do
 * not increase.
 */
export function sanitize(
  base: Pick<BlockHeader, 'number' | 'timestamp'>,
  blockStateCalls: readonly BlockStateCall[],
  { stepMs, partMs }: SimulatedTimes = usualTimes,
): readonly BlockPlan[] {
  checkSizes(blockStateCalls)
  const plans: BlockPlan[] = []
  let { number: lastNumber } = base
  let lastMs = base.timestamp * 1000n + (partMs ?? 0n)
  for (const { blockOverrides = {}, stateOverrides = [], calls = [] } of blockStateCalls) {
    const { number = lastNumber + 1n } = blockOverrides
    checkNumber(number, lastNumber, base.number)
    while (lastNumber + 1n < number) {
      lastNumber += 1n
      lastMs += stepMs
      checkTime(lastMs / 1000n, 0n, false)
      plans.push(fillingPlan(lastNumber, lastMs / 1000n))
    }
    const dueMs = lastMs + stepMs
    const { timestamp = dueMs / 1000n } = blockOverrides
    checkTime(timestamp, lastMs / 1000n, partMs !== undefined)
    const plan = { number, timestamp, overrides: blockOverrides, stateOverrides, calls }
    plans.push({ ...plan, isFilling: false })
    lastNumber = number
    lastMs = timestamp === dueMs / 1000n ? dueMs : timestamp * 1000n
  }
  return plans
}

function checkSizes(blockStateCalls: readonly BlockStateCall[]): void {
  if (blockStateCalls.length === 0) throw new SimulateError('invalidParams', 'empty input')
  if (blockStateCalls.length > maxBlocks) throw tooManyBlocks()
  let total = 0
  for (const { calls = [] } of blockStateCalls) {
    total += calls.length
    if (calls.length > maxCallsPerBlock) {
      throw new SimulateError(
        'clientLimitExceeded',
        `too many calls in block: ${calls.length} > ${maxCallsPerBlock}`,
      )
    }
    if (total > maxCalls) {
      throw new SimulateError('clientLimitExceeded', `too many calls: ${total} > ${maxCalls}`)
    }
  }
}

function checkNumber(number: bigint, last: bigint, base: bigint): void {
  if (number <= last) {
    throw new SimulateError(
      'blockNumberInvalid',
      `block numbers must be in order: ${number} <= ${last}`,
    )
  }
  if (number - base > maxBlocks) throw tooManyBlocks()
}

/** Blocks may share a second where they have times in milliseconds. */
function checkTime(timestamp: bigint, last: bigint, mayShare: boolean): void {
  if (timestamp > maxTimestamp) {
    throw new SimulateError(
      'blockTimestampInvalid',
      `block timestamp ${timestamp} does not fit into 64 bits`,
    )
  }
  if (timestamp > last || (mayShare && timestamp === last)) return
  throw new SimulateError(
    'blockTimestampInvalid',
    `block timestamps must be in order: ${timestamp} <= ${last}`,
  )
}

function tooManyBlocks(): SimulateError {
  return new SimulateError('clientLimitExceeded', 'too many blocks')
}

function fillingPlan(number: bigint, timestamp: bigint): BlockPlan {
  return { number, timestamp, overrides: {}, stateOverrides: [], calls: [], isFilling: true }
}
