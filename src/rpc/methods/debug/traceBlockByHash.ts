import * as v from 'valibot'
import { NotTraceable } from '../../../execution/trace/traceErrors.ts'
import { defineMethod } from '../../method.ts'
import { hash32 } from '../../schema/hash32.ts'
import { optionalTraceOptions } from '../../schema/trace/traceOptions.ts'
import { traceAll, tracedBlock, traceEngine } from '../../trace/tracing.ts'

/** Spec: execution-apis `debug_traceBlockByHash`; the tracers are geth's. */
export const traceBlockByHash = defineMethod({
  name: 'debug_traceBlockByHash',
  summary: 'Traces of all transactions of a block by its hash.',
  params: v.strictTuple([hash32, optionalTraceOptions]),
  handler: async ({ devnet, reader }, [hash, options]) => {
    const view = await reader.find({ hash })
    if (view === undefined) throw new NotTraceable(`block ${hash} not found`)
    return traceAll(traceEngine(devnet, options), await tracedBlock(reader, view), options)
  },
})
