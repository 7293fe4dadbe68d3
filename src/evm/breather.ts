import type { EVMOpts } from '@ethereumjs/evm'

type CustomOpcode = NonNullable<EVMOpts['customOpcodes']>[number]

/** Lets others run while an execution goes on, and ends one that takes too long. */
export interface Breather {
  /** Milliseconds since any fixed moment. */
  elapsedMs(): number
  /** Gives way to the event loop. */
  yield(): Promise<void>
  /** When the execution must have ended, on the scale of `elapsedMs`. */
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

/** How long an execution runs at a stretch: well under a flashblock tick, long against a yield. */
const stretchMs = 10

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
      const nowMs = breather.elapsedMs()
      if (breather.deadlineMs !== undefined && nowMs > breather.deadlineMs) {
        throw new ExecutionTimeout()
      }
      if (nowMs < stretchEndsMs) return
      stretchEndsMs = nowMs + stretchMs
      return breather.yield()
    },
  }
}
