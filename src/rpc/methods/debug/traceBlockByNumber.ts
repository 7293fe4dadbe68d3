import * as v from 'valibot'
import { NotTraceable } from '../../../execution/trace/traceErrors.ts'
import { defineMethod } from '../../method.ts'
import { blockNumber } from '../../schema/blockId.ts'
import { optionalTraceOptions } from '../../schema/trace/traceOptions.ts'
import { traceAll, tracedBlock, traceEngine } from '../../trace/tracing.ts'

/** Spec: execution-apis `debug_traceBlockByNumber`; the tracers are geth's. */
export const traceBlockByNumber = defineMethod({
  name: 'debug_traceBlockByNumber',
  summary:
    'Traces of all transactions of a block; at `pending` of those pre-confirmed by the newest flashblock.',
  params: v.strictTuple([blockNumber, optionalTraceOptions]),
  handler: async ({ devnet, reader }, [id, options]) => {
    const view = await reader.find(id)
    if (view === undefined) {
      throw new NotTraceable('number' in id ? `block #${id.number} not found` : 'block not found')
    }
    return traceAll(traceEngine(devnet, options), await tracedBlock(reader, view), options)
  },
})
