import * as v from 'valibot'
import { traceTransaction } from '../../../execution/trace/replay.ts'
import { traceCall } from '../../../execution/trace/traceCall.ts'
import type { TraceHooks } from '../../../execution/trace/tracer.ts'
import { defineMethod, type Method } from '../../../rpc/method.ts'
import { optionalBlockId } from '../../../rpc/schema/blockId.ts'
import { callRequest } from '../../../rpc/schema/callRequest.ts'
import { hash32 } from '../../../rpc/schema/data.ts'
import { field, object } from '../../../rpc/schema/object.ts'
import { Problem, refined } from '../../../rpc/schema/parsed.ts'
import { looseInteger, pageSize } from '../../../rpc/schema/quantity.ts'
import { executed, traceBudget, traceEngine, watchAgain } from '../../../rpc/trace/tracing.ts'
import { explanation, formatStackEntry } from '../node/explain.ts'
import { solidityOf } from '../node/solidity.ts'

const units = ['line', 'expression', 'instruction'] as const

const flag = v.optional(v.boolean('expected a boolean'), false)

const fields = object({
  unit: v.optional(v.picklist(units, `expected one of ${units.join(', ')}`), 'line'),
  from: field(looseInteger),
  before: field(looseInteger),
  count: v.optional(pageSize, 100),
  memory: flag,
  sources: flag,
})

/** The steps of a run to return: a hundred lines from its beginning, by default. */
const optionalStepWindow = v.optional(
  v.pipe(
    fields,
    refined(({ from, ...others }) =>
      from !== undefined && others.before !== undefined
        ? new Problem('expected either from or before')
        : { from: from ?? 0, ...others },
    ),
  ),
  {},
)

/** `internal`: whether to include functions that contracts jump into. */
const options = v.optional(v.strictObject({ internal: v.optional(v.boolean()) }))

/** The form of `text` is Foundry's; `debug_traceTransaction` returns the same without names. */
const trace = defineMethod({
  name: 'preconf_trace',
  summary:
    'Calls, events, console lines and changed variables of a transaction or call, by name, as text and data.',
  weight: 'trace',
  params: v.strictTuple([v.union([hash32, callRequest]), optionalBlockId, options]),
  handler: async ({ devnet, reader }, [subject, id, { internal = false } = {}]) => {
    const engine = traceEngine(devnet)
    // The ABI coder is among it, which takes a while to load.
    const { rawTracer } = await import('../trace/rawTracer.ts')
    const { KnownCodes } = await import('../steps/knownCodes.ts')
    const { decodeTrace } = await import('../trace/decodeTrace.ts')
    const { traceText } = await import('../trace/traceText.ts')
    const index = await solidityOf(devnet).artifacts.current()
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
    await codes?.learn(await solidityOf(devnet).artifacts.programs(), run)
    const tracer = rawTracer(traceBudget(), undefined, codes)
    await run(tracer)
    const decoded = await decodeTrace(tracer.result(), index, devnet.names.known)
    return { text: traceText(decoded), ...decoded }
  },
})

/** `preconf_trace` returns the calls, whose `firstInstruction` windows can begin with. */
const traceSteps = defineMethod({
  name: 'preconf_traceSteps',
  summary:
    'Steps of a transaction or call, a page at a time: source lines, open functions, stack, state variables.',
  weight: 'trace',
  params: v.strictTuple([v.union([hash32, callRequest]), optionalStepWindow, optionalBlockId]),
  handler: async ({ devnet, reader }, [subject, window, id]) => {
    const engine = traceEngine(devnet)
    const context = await reader.context(id)
    const run = (hooks: TraceHooks) =>
      typeof subject === 'string'
        ? watchAgain(devnet, subject, hooks)
        : traceCall(engine, context, { request: subject, overrides: {} }, hooks)
    const { artifacts } = solidityOf(devnet)
    // The ABI coder is among it, which takes a while to load.
    const { traceSteps } = await import('../steps/traceSteps.ts')
    const known = { index: await artifacts.current(), programs: await artifacts.programs() }
    const fixture = devnet.names.known
    return traceSteps({ ...known, fixture, budget: traceBudget(), run }, window)
  },
})

/**
 * Answers by the types and rules of Hardhat's stack traces; `solidityStack` has a line for each entry, the error
 * first, `solidityError` a custom error by name.
 */
const stackTrace = defineMethod({
  name: 'preconf_stackTrace',
  summary:
    'Solidity stack trace of a failed transaction or call; `null` when it succeeds or no contract is known.',
  params: v.strictTuple([v.union([hash32, callRequest]), optionalBlockId]),
  handler: async ({ devnet, reader }, [subject, id]) => {
    const engine = traceEngine(devnet)
    const context = await reader.context(id)
    const trace = await solidityOf(devnet).stackTraces.of(async (hooks) =>
      typeof subject === 'string'
        ? watchAgain(devnet, subject, hooks)
        : traceCall(engine, context, { request: subject, overrides: {} }, hooks),
    )
    if (trace === undefined || trace.length === 0) return null
    const { traceText } = await import('../stackTrace/hardhatWords.ts')
    return {
      message: traceText(trace) ?? '',
      ...explanation(trace),
      stackTrace: trace.map(formatStackEntry),
    }
  },
})

export const traceMethods: readonly Method[] = [stackTrace, trace, traceSteps]
