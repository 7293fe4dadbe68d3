import * as v from 'valibot'
import { NotTraceable } from '../../../execution/trace/traceErrors.ts'
import { defineMethod } from '../../method.ts'
import { hash32 } from '../../schema/hash32.ts'
import { optionalTraceOptions } from '../../schema/traceOptions.ts'
import { tracedBlock, traceEngine, traceOne } from '../../trace/tracing.ts'

/** Spec: execution-apis `debug_traceTransaction`; the tracers are geth's. */
export const traceTransaction = defineMethod({
  name: 'debug_traceTransaction',
  summary:
    'Runs a sealed or pre-confirmed transaction again and tells what it did, by the tracer of choice.',
  params: v.strictTuple([hash32, optionalTraceOptions]),
  handler: async ({ devnet, reader }, [hash, options]) => {
    const found = reader.transaction(hash)
    if (found === undefined) throw new NotTraceable('transaction not found')
    const { block, receipt } = found
    if (block === undefined) {
      throw new NotTraceable('transaction not found: it is in the pool and has not run yet')
    }
    const traced = await tracedBlock(reader, block)
    return traceOne(traceEngine(devnet, options), traced, receipt.index, options)
  },
})
