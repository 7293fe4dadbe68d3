import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { hash32 } from '../../schema/hash32.ts'
import { optionalTraceOptions } from '../../schema/trace/traceOptions.ts'
import { executed, traceEngine, traceOne } from '../../trace/tracing.ts'

/** Spec: execution-apis `debug_traceTransaction`; the tracers are geth's. */
export const traceTransaction = defineMethod({
  name: 'debug_traceTransaction',
  summary: 'Runs a sealed or pre-confirmed transaction again and traces it with the chosen tracer.',
  params: v.strictTuple([hash32, optionalTraceOptions]),
  handler: async ({ devnet, reader }, [hash, options]) => {
    const { block, index } = await executed(reader, hash)
    return traceOne(traceEngine(devnet, options), block, index, options)
  },
})
