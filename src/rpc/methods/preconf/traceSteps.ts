import * as v from 'valibot'
import { traceCall } from '../../../execution/trace/traceCall.ts'
import type { TraceHooks } from '../../../execution/trace/tracer.ts'
import { defineMethod } from '../../method.ts'
import { optionalBlockId } from '../../schema/blockId.ts'
import { callRequest } from '../../schema/call/callRequest.ts'
import { hash32 } from '../../schema/hash32.ts'
import { optionalStepWindow } from '../../schema/trace/stepWindow.ts'
import { traceBudget, traceEngine, watchAgain } from '../../trace/tracing.ts'

/** `preconf_trace` tells the calls, whose `firstInstruction` windows can begin with. */
export const traceSteps = defineMethod({
  name: 'preconf_traceSteps',
  summary:
    'What a transaction, or a call after a block, does step by step, a window at a time: lines of the source, open functions, stack, state variables by name.',
  params: v.strictTuple([v.union([hash32, callRequest]), optionalStepWindow, optionalBlockId]),
  handler: async ({ devnet, reader }, [subject, window, id]) => {
    const engine = traceEngine(devnet)
    const context = await reader.context(id)
    const run = (hooks: TraceHooks) =>
      typeof subject === 'string'
        ? watchAgain(devnet, subject, hooks)
        : traceCall(engine, context, { request: subject, overrides: {} }, hooks)
    const { artifacts } = devnet.solidity
    // The ABI coder is among it, which takes a while to load.
    const { traceSteps } = await import('../../../solidity/steps/traceSteps.ts')
    const known = { index: await artifacts.current(), programs: await artifacts.programs() }
    const fixture = devnet.names.known
    return traceSteps({ ...known, fixture, budget: traceBudget(), run }, window)
  },
})
