import type { EVMOpts } from '@ethereumjs/evm'
import { createPace, onceIn, type PaceClock, type YieldIfDue } from '../clock/pace.ts'

type CustomOpcode = NonNullable<EVMOpts['customOpcodes']>[number]

/** How an execution yields to the event loop, and when it ends because it takes too long. */
export interface ExecutionTiming {
  readonly clock: PaceClock
  /** When the execution must have ended, on the scale of the clock's `realMs`. */
  deadlineMs: number | undefined
}

/** An execution ran longer than it may. geth's words. */
export class ExecutionTimeout extends Error {
  override readonly name = 'ExecutionTimeout'
  readonly code = -32000

  constructor() {
    super('execution aborted (timeout = 5s)')
  }
}

/** The number of jumps and calls between two reads of the clock, which cost about a JUMPDEST each. */
const stepsPerClockCheck = 64

/** Reads the clock: ends the execution when its time is over, and lets others in now and then. */
export function createYieldIfDue(timing: ExecutionTiming): YieldIfDue {
  const { clock } = timing
  const pace = createPace(clock)
  return () => {
    const nowMs = clock.realMs()
    if (timing.deadlineMs !== undefined && nowMs > timing.deadlineMs) {
      throw new ExecutionTimeout()
    }
    return pace(nowMs)
  }
}

/**
 * Returns a function for every jump and every call, which reads the clock once in a while. All long code passes one of
 * the two, since code without them ends at its last byte.
 */
export function everyFewSteps(yieldIfDue: YieldIfDue): YieldIfDue {
  return onceIn(stepsPerClockCheck, yieldIfDue)
}

/** JUMPDEST (yellow paper, 1 gas) that yields when that is due. */
export function jumpDestination(yieldIfDue: YieldIfDue): CustomOpcode {
  return { opcode: 0x5b, opcodeName: 'JUMPDEST', baseFee: 1, logicFunction: yieldIfDue }
}
