import type { MachinePool } from '../evm/machine.ts'
import type { ExecutionContext } from '../types/execution.ts'
import type { CallRequest, Overrides } from '../types/request.ts'
import { applyMessage, type MessageResult } from './applyMessage.ts'
import { ExecutionFailed, ExecutionReverted } from './executionErrors.ts'
import { type Fork, messageOn, onFork, seenBy } from './fork.ts'
import { InvalidMessage } from './invalidMessage.ts'
import type { Message } from './message.ts'

/**
 * `eth_call`: what the call returns, after it has run on a fork that is then dropped.
 * Throws an `InvalidMessage` or `InvalidOverride` when it cannot run, an `ExecutionReverted` or
 * `ExecutionFailed` when it fails, an `ExecutionTimeout` when it takes too long.
 */
export function call(
  machines: MachinePool,
  context: ExecutionContext,
  request: CallRequest,
  overrides: Overrides = {},
): Promise<Uint8Array> {
  return onFork(machines, context, overrides, async (fork) =>
    returned(await run(fork, messageOn(fork, request))),
  )
}

async function run(
  { machine, environment, precompiles }: Fork,
  message: Message,
): Promise<MessageResult> {
  try {
    const seen = seenBy(message, environment)
    return await applyMessage(machine, message, {
      environment: seen,
      validation: false,
      precompiles,
    })
  } catch (error) {
    if (!(error instanceof InvalidMessage)) throw error
    throw error.within(`err: `, ` (supplied gas ${message.gas})`)
  }
}

/** The returned bytes, or why there are none as an error. */
function returned({ failure, isReverted, output }: MessageResult): Uint8Array {
  if (isReverted) throw new ExecutionReverted(output)
  if (failure !== undefined) throw new ExecutionFailed(failure)
  return output
}
