import type { EVMOpts } from '@ethereumjs/evm'
import { type PaceClock, stretchMs } from '../clock/pace.ts'

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

/** Looking at the clock costs about a JUMPDEST, so it is done once in so many of them. */
const jumpsPerLook = 64

/**
 * JUMPDEST (EIP-3 yellow paper, 1 gas) that breathes: whatever runs long in the EVM passes it,
 * since code without a jump ends at its last byte.
 */
export function jumpDestination(breather: Breather): CustomOpcode {
  let jumps = 0
  let stretchEndsMs = 0
  return {
    opcode: 0x5b,
    opcodeName: 'JUMPDEST',
    baseFee: 1,
    logicFunction: () => {
      if (++jumps % jumpsPerLook !== 0) return
      const nowMs = breather.clock.realMs()
      if (breather.deadlineMs !== undefined && nowMs > breather.deadlineMs) {
        throw new ExecutionTimeout()
      }
      if (nowMs < stretchEndsMs) return
      stretchEndsMs = nowMs + stretchMs
      return breather.clock.yield()
    },
  }
}
