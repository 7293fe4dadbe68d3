import * as v from 'valibot'
import { traceTransaction } from '../../../execution/trace/replay.ts'
import { traceCall } from '../../../execution/trace/traceCall.ts'
import type { TraceHooks } from '../../../execution/trace/tracer.ts'
import { defineMethod } from '../../method.ts'
import { optionalBlockId } from '../../schema/blockId.ts'
import { callRequest } from '../../schema/call/callRequest.ts'
import { hash32 } from '../../schema/hash32.ts'
import { executed, traceBudget, traceEngine } from '../../trace/tracing.ts'

/** `internal`: whether functions are told that contracts jump into. */
const options = v.optional(v.strictObject({ internal: v.optional(v.boolean()) }))

/** The form of `text` is Foundry's; `debug_traceTransaction` tells the same without any names. */
export const trace = defineMethod({
  name: 'preconf_trace',
  summary:
    'What a transaction, or a call after a block, does: calls, events, console lines and changed variables, by name, as text and as data.',
  params: v.strictTuple([v.union([hash32, callRequest]), optionalBlockId, options]),
  handler: async ({ devnet, reader }, [subject, id, { internal = false } = {}]) => {
    const engine = traceEngine(devnet)
    // The ABI coder is among it, which takes a while to load.
    const { rawTracer } = await import('../../../solidity/trace/rawTracer.ts')
    const { KnownCodes } = await import('../../../solidity/steps/knownCodes.ts')
    const { decodeTrace } = await import('../../../solidity/trace/decodeTrace.ts')
    const { traceText } = await import('../../../solidity/trace/traceText.ts')
    const index = await devnet.solidity.artifacts.current()
    const run = async (hooks: TraceHooks): Promise<void> => {
      if (typeof subject === 'string') {
        const { block, index: at } = await executed(reader, subject)
        await traceTransaction(engine, block, at, hooks)
      } else {
        const context = await reader.context(id)
        await traceCall(engine, context, { request: subject, overrides: {} }, hooks)
      }
    }
    const codes = internal ? new KnownCodes(index) : undefined
    await codes?.learn(await devnet.solidity.artifacts.programs(), run)
    const tracer = rawTracer(traceBudget(), undefined, codes)
    await run(tracer)
    const decoded = await decodeTrace(tracer.result(), index, devnet.names.known)
    return { text: traceText(decoded), ...decoded }
  },
})
