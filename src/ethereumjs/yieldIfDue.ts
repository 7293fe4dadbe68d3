import type { EVMOpts } from '@ethereumjs/evm'
import { nextTurn, type PaceClock, stretchMs } from '../clock/pace.ts'

type CustomOpcode = NonNullable<EVMOpts['customOpcodes']>[number]

/** Lets others run while an execution goes on, and ends one that takes too long. */
export interface Breather {
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

/** Gives a promise to wait for when others should have their turn. */
export type Breath = () => Promise<void> | undefined

/** Looking at the clock costs about a JUMPDEST, so it is done once in so many jumps and calls. */
const stepsPerLook = 64

/** Looks at the clock: ends the execution when its time is over, and lets others in now and then. */
export function createLook(breather: Breather): Breath {
  let stretchEndsMs = 0
  return () => {
    const nowMs = breather.clock.realMs()
    if (breather.deadlineMs !== undefined && nowMs > breather.deadlineMs) {
      throw new ExecutionTimeout()
    }
    if (nowMs < stretchEndsMs) return undefined
    return nextTurn(breather.clock).then(() => {
      stretchEndsMs = breather.clock.realMs() + stretchMs
    })
  }
}

/**
 * For every jump and every call: looks at the clock once in a while. Whatever runs long passes one of
 * the two, since code without them ends at its last byte.
 */
export function createBreath(look: Breath): Breath {
  let steps = 0
  return () => (++steps % stepsPerLook === 0 ? look() : undefined)
}

/** JUMPDEST (yellow paper, 1 gas) that breathes. */
export function jumpDestination(breath: Breath): CustomOpcode {
  return { opcode: 0x5b, opcodeName: 'JUMPDEST', baseFee: 1, logicFunction: breath }
}
