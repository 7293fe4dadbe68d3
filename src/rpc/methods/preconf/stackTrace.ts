import * as v from 'valibot'
import { traceCall } from '../../../execution/trace/traceCall.ts'
import { explanation } from '../../explain.ts'
import { formatStackEntry } from '../../format/trace/stackTrace.ts'
import { defineMethod } from '../../method.ts'
import { optionalBlockId } from '../../schema/blockId.ts'
import { callRequest } from '../../schema/call/callRequest.ts'
import { hash32 } from '../../schema/hash32.ts'
import { traceEngine, watchAgain } from '../../trace/tracing.ts'

/** By the types and rules of Hardhat's stack traces; `solidityStack` has a line for each entry, the error first, `solidityError` a custom error by name. */
export const stackTrace = defineMethod({
  name: 'preconf_stackTrace',
  summary:
    'In which lines of which contracts a transaction, or a call after a block, fails; null when it does not, or when no compiled contracts are known.',
  params: v.strictTuple([v.union([hash32, callRequest]), optionalBlockId]),
  handler: async ({ devnet, reader }, [subject, id]) => {
    const engine = traceEngine(devnet)
    const context = await reader.context(id)
    const trace = await devnet.solidity.stackTraces.of(async (hooks) =>
      typeof subject === 'string'
        ? watchAgain(devnet, subject, hooks)
        : traceCall(engine, context, { request: subject, overrides: {} }, hooks),
    )
    if (trace === undefined || trace.length === 0) return null
    const { traceText } = await import('../../../solidity/stackTrace/hardhatWords.ts')
    return {
      message: traceText(trace) ?? '',
      ...explanation(trace),
      stackTrace: trace.map(formatStackEntry),
    }
  },
})
