import type { MachinePool } from '../ethereumjs/machine.ts'
import type { ExecutionContext } from '../types/execution.ts'
import type { CallRequest, Overrides } from '../types/request.ts'
import { applyCall } from './applyCall.ts'
import type { MessageResult } from './applyMessage.ts'
import { adviceAtGasCap, ExecutionFailed, ExecutionReverted } from './executionErrors.ts'
import {
  callLimitMs,
  callOptions,
  inSandbox,
  messageOn,
  type Sandbox,
  withoutBaseFee,
} from './sandbox.ts'
import { traceCall } from './trace/traceCall.ts'

/**
 * `eth_call`: what the call returns, after it has run in a sandbox that is then dropped.
 * `onPrinted` gets what was told the console, see `consoleLine`; `onUsed` the gas, where it succeeds.
 * Throws an `InvalidMessage` or `InvalidOverride` when it cannot run, an `ExecutionReverted` or
 * `ExecutionFailed` when it fails, an `ExecutionTimeout` when it takes too long.
 */
export async function call(
  machines: MachinePool,
  context: ExecutionContext,
  request: CallRequest,
  overrides: Overrides = {},
  onPrinted?: (calls: readonly Uint8Array[]) => void,
  onUsed?: (gas: bigint) => void,
): Promise<Uint8Array> {
  const sandboxed = { overrides, likely: request }
  const { result, printed, isAtCap } = await inSandbox(
    machines,
    context,
    sandboxed,
    async (given) => {
      const sandbox = asCallsSee(given, overrides)
      const message = messageOn(sandbox, request)
      const { machine, rules } = sandbox
      const result = await applyCall(machine, message, callOptions(sandbox, message))
      const isAtCap = result.failure === 'out of gas' && message.gas === rules.gasCap
      return {
        result,
        printed: machine.printed.length === 0 ? none : machine.printed.slice(),
        isAtCap,
      }
    },
  )
  if (printed.length > 0) onPrinted?.(printed)
  const advice = isAtCap ? adviceAtGasCap(context.callRules) : undefined
  const failure = failureOf(result, advice)
  if (failure === undefined) {
    onUsed?.(result.gasUsed)
    return result.output
  }
  failure.runAgain = (hooks) =>
    traceCall({ machines, limitMs: callLimitMs }, context, { request, overrides }, hooks)
  throw failure
}

const none: readonly Uint8Array[] = []

/** The sandbox without a base fee, where the rules say so and the request does not choose one. */
function asCallsSee(sandbox: Sandbox, { block }: Overrides): Sandbox {
  const { rules, environment } = sandbox
  const hasBaseFee = environment.baseFeePerGas !== undefined
  if (!rules.callsWithoutBaseFee || !hasBaseFee || block?.baseFeePerGas !== undefined)
    return sandbox
  return { ...sandbox, environment: withoutBaseFee(environment) }
}

/** Why nothing was returned. */
function failureOf(
  { failure, isReverted, output }: MessageResult,
  advice: string | undefined,
): ExecutionReverted | ExecutionFailed | undefined {
  if (isReverted) return new ExecutionReverted(output)
  return failure === undefined ? undefined : new ExecutionFailed(failure, { advice })
}
