import type { CallRules } from '../types/execution.ts'
import { revertReason } from './revertReason.ts'
import type { RunAgain } from './trace/tracer.ts'

/** A call reverted. `data` are the revert data; the message tells them when they are a text or a panic. */
export class ExecutionReverted extends Error {
  override readonly name = 'ExecutionReverted'
  readonly code = 3
  readonly data: Uint8Array
  /** To find out where. */
  runAgain: RunAgain | undefined

  constructor(data: Uint8Array) {
    super(revertMessage(data))
    this.data = data
  }
}

/** A call ended otherwise than by returning or reverting (out of gas, bad opcode), or needs more gas than there is. geth's words. */
export class ExecutionFailed extends Error {
  override readonly name = 'ExecutionFailed'
  readonly code = -32000
  /** What ended it, in geth's words. */
  readonly failure: string
  /** The most gas that it could have, where that is not enough. */
  readonly allowance: bigint | undefined
  /** What can be done about it. */
  readonly advice: string | undefined
  /** To find out where. */
  runAgain: RunAgain | undefined

  constructor(
    failure: string,
    { allowance, advice }: { allowance?: bigint; advice?: string | undefined } = {},
  ) {
    const words = allowance === undefined ? failure : `${failure} (${allowance})`
    super(advice === undefined ? words : `${words}: ${advice}`)
    this.failure = failure
    this.allowance = allowance
    this.advice = advice
  }
}

/** How to let a call have more gas than any can have. */
export function adviceAtGasCap({ gasCap }: CallRules): string {
  return `a call can have ${gasCap} gas; raise it with the option callGasLimit (--call-gas-limit)`
}

/** `execution reverted`, with the reason when the revert data tell one. */
export function revertMessage(data: Uint8Array): string {
  const reason = revertReason(data)
  return reason === undefined ? 'execution reverted' : `execution reverted: ${reason}`
}
