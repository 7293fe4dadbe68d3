import * as v from 'valibot'
import { traceTransaction } from '../../../execution/trace/replay.ts'
import { traceCall } from '../../../execution/trace/traceCall.ts'
import { defineMethod } from '../../method.ts'
import { optionalBlockId } from '../../schema/blockId.ts'
import { callRequest } from '../../schema/callRequest.ts'
import { hash32 } from '../../schema/hash32.ts'
import { executed, traceBudget, traceEngine } from '../../trace/tracing.ts'

/** The form of `text` is Foundry's; `debug_traceTransaction` tells the same without any names. */
export const trace = defineMethod({
  name: 'preconf_trace',
  summary:
    'What a transaction, or a call after a block, does: calls, events, console lines and changed variables, by name, as text and as data.',
  params: v.strictTuple([v.union([hash32, callRequest]), optionalBlockId]),
  handler: async ({ devnet, reader }, [subject, id]) => {
    const engine = traceEngine(devnet)
    // The ABI coder is among it, which takes a while to load.
    const { rawTracer } = await import('../../../solidity/trace/rawTracer.ts')
    const { decodeTrace } = await import('../../../solidity/trace/decodeTrace.ts')
    const { traceText } = await import('../../../solidity/trace/traceText.ts')
    const tracer = rawTracer(traceBudget())
    if (typeof subject === 'string') {
      const { block, index } = await executed(reader, subject)
      await traceTransaction(engine, block, index, tracer)
    } else {
      const context = await reader.context(id)
      await traceCall(engine, context, { request: subject, overrides: {} }, tracer)
    }
    const index = await devnet.solidity.artifacts.current()
    const decoded = await decodeTrace(tracer.result(), index, devnet.names.known)
    return { text: traceText(decoded), ...decoded }
  },
})
