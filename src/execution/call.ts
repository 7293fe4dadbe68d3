import type { EvmPool, Machine } from '../ethereumjs/machine.ts'
import type { ExecutionContext } from '../types/execution.ts'
import type { AccountOverride, BlockOverrides, CallRequest, Overrides } from '../types/request.ts'
import { applyMessage, type MessageResult } from './applyMessage.ts'
import { environmentOf } from './blockEnvironment.ts'
import { adviceAtGasCap, ExecutionFailed, ExecutionReverted } from './executionErrors.ts'
import { InvalidMessage, type Message } from './message.ts'
import type { ApplyOptions } from './messageRun.ts'
import { overrideBlock, withStateOverrides } from './overrides.ts'
import {
  callLimitMs,
  callOptions,
  callsOn,
  inSandbox,
  messageOn,
  type Sandbox,
  startTimeLimit,
  withoutBaseFee,
} from './sandbox.ts'
import { traceCall } from './trace/traceCall.ts'

/**
 * Applies the message of a call, with a promise only where something has to be waited for. An
 * `InvalidMessage` reports the supplied gas, as geth does.
 */
export function applyCall(
  machine: Machine,
  message: Message,
  options: ApplyOptions,
): MessageResult | Promise<MessageResult> {
  try {
    return applyMessage(machine, message, options)
  } catch (error) {
    if (!(error instanceof InvalidMessage)) throw error
    throw error.within('err: ', ` (supplied gas ${message.gas})`)
  }
}

/**
 * Runs `eth_call` in a sandbox and returns its output. `onPrinted` receives console messages, see `consoleLine`;
 * `onUsed` the gas if it succeeds. Throws an `InvalidMessage` or `InvalidOverride` when it cannot run, an
 * `ExecutionReverted` or `ExecutionFailed` when it fails, an `ExecutionTimeout` when it takes too long.
 */
export async function call(
  machines: EvmPool,
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

/** Calls in a block of their own. */
export interface CallBundle {
  readonly calls: readonly CallRequest[]
  readonly block?: BlockOverrides | undefined
}

/**
 * Runs calls one after the other, each on what those before it have left, and drops it all. The
 * rules are those of the first bundle's block. Throws an `InvalidMessage` or `InvalidOverride` when
 * one cannot run, an `ExecutionTimeout` when all together take too long.
 */
export function callMany(
  machines: EvmPool,
  context: ExecutionContext,
  bundles: readonly CallBundle[],
  overrides: readonly AccountOverride[] = [],
): Promise<readonly (readonly MessageResult[])[]> {
  const timeLimit = startTimeLimit(machines.clock, callLimitMs)
  const environments = bundles.map(({ block }) =>
    overrideBlock(environmentOf(context.header), block),
  )
  const first = environments[0] ?? environmentOf(context.header)
  return machines.explore(callsOn(context, first), (machine) =>
    withStateOverrides(machine, overrides, async () => {
      const results: MessageResult[][] = []
      for (const [index, { calls }] of bundles.entries()) {
        const environment = environments[index] ?? first
        const own: MessageResult[] = []
        for (const request of calls) {
          await timeLimit.pause()
          const sandbox = { machine, environment, rules: context.callRules }
          const message = messageOn(sandbox, request)
          own.push(await applyCall(machine, message, callOptions(sandbox, message)))
        }
        results.push(own)
      }
      return results
    }),
  )
}
