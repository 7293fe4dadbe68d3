import type { Machine } from '../../ethereumjs/machine.ts'
import type { ExecutionContext } from '../../types/execution.ts'
import type { BlockOverrides, CallRequest, Overrides } from '../../types/request.ts'
import { applyMessage, type MessageResult } from '../applyMessage.ts'
import { authorityOf } from '../authorizations.ts'
import { environmentOf } from '../blockEnvironment.ts'
import { intrinsicGas } from '../intrinsicGas.ts'
import { InvalidMessage, type Message } from '../message.ts'

import { overrideBlock, withStateOverrides } from '../overrides.ts'
import { createAddress } from '../rules/receipt.ts'
import { callOptions, messageOn, type Sandbox, startTimeLimit, type TimeLimit } from '../sandbox.ts'
import { watch, withinLimit } from './observer.ts'
import type { TraceEngine } from './replay.ts'
import type { TraceHooks } from './tracer.ts'

/** A call, and what watches it. */
export interface WatchedCall {
  readonly request: CallRequest
  readonly hooks: TraceHooks
  /** Block overrides that replace those of all calls. */
  readonly block?: BlockOverrides | undefined
}

/**
 * Runs a call as `eth_call` does while `hooks` watch. Throws an `InvalidMessage` or
 * `InvalidOverride` when it cannot run; a failed execution is a trace like any other.
 */
export function traceCall(
  engine: TraceEngine,
  context: ExecutionContext,
  { request, overrides }: { request: CallRequest; overrides: Overrides },
  hooks: TraceHooks,
): Promise<void> {
  return traceCalls(engine, context, [{ request, hooks }], overrides)
}

/** Runs calls one after the other, each on what those before it have left; as `traceCall` otherwise. */
export async function traceCalls(
  { machines, limitMs }: TraceEngine,
  context: ExecutionContext,
  calls: readonly WatchedCall[],
  overrides: Overrides,
): Promise<void> {
  const environment = overrideBlock(environmentOf(context.header), overrides.block)
  const timeLimit = startTimeLimit(machines.clock, limitMs)
  const on = {
    common: context.commonAt(environment.number, environment.timestamp),
    tree: context.state,
    blockHashes: context.blockHashes,
    limitMs,
  }
  const runOn = (machine: Machine, hooksOf: (call: WatchedCall) => TraceHooks) =>
    withStateOverrides(machine, overrides.state ?? [], async () => {
      for (const call of calls) {
        await timeLimit.pause()
        const own = call.block && overrideBlock(environmentOf(context.header), call.block)
        const sandbox = { machine, environment: own ?? environment, rules: context.callRules }
        await run(sandbox, { request: call.request, hooks: hooksOf(call), timeLimit })
      }
    })
  await machines.warm(on, (machine) => runOn(machine, () => unwatched), calls[0]?.request)
  await withinLimit(limitMs, () =>
    machines.use(on, (machine) => runOn(machine, ({ hooks }) => hooks)),
  )
}

const unwatched: TraceHooks = {}

async function run(
  sandbox: Sandbox,
  { request, hooks, timeLimit }: { request: CallRequest; hooks: TraceHooks; timeLimit: TimeLimit },
): Promise<void> {
  const { machine, environment } = sandbox
  const message = messageOn(sandbox, request)
  const { from, to, gas, authorizationList = [] } = message
  const transaction = {
    from,
    to,
    gas,
    gasPrice: message.gasPrice,
    intrinsicGas: intrinsicGas(message, machine.common),
    block: environment,
    authorities: authorizationList.flatMap((item) => authorityOf(item) ?? []),
    payees: [environment.coinbase],
    firstLogIndex: 0,
  }
  await watch({ machine, hooks, timeLimit }, transaction, async () => {
    try {
      const result = await applyMessage(machine, message, callOptions(sandbox, message))
      if (result.failure === 'nonce uint64 overflow') tellRefusal(hooks, message, result)
      return result
    } catch (error) {
      throw error instanceof InvalidMessage ? error.within('tracing failed: ') : error
    }
  })
}

/** A creation by an account with the highest nonce does not even begin. */
function tellRefusal(
  hooks: TraceHooks,
  message: Message,
  { failure, output }: MessageResult,
): void {
  const { from, gas, value, data: input } = message
  const to = createAddress(from, 2n ** 64n - 1n)
  hooks.enter?.({ kind: 'CREATE', depth: 0, from, to, input, gas, value })
  hooks.exit?.({ depth: 0, output, gasUsed: 0n, error: failure })
}
