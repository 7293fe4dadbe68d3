import type { MachinePool } from '../ethereumjs/machine.ts'
import type { ExecutionContext } from '../types/execution.ts'
import type { AccountOverride, BlockOverrides, CallRequest } from '../types/request.ts'
import { applyCall } from './applyCall.ts'
import type { MessageResult } from './applyMessage.ts'
import { environmentOf } from './blockEnvironment.ts'
import { overrideBlock, withStateOverrides } from './overrides.ts'
import { callLimitMs, callOptions, callsOn, messageOn } from './sandbox.ts'
import { startTimeLimit } from './timeLimit.ts'

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
  machines: MachinePool,
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
