import * as v from 'valibot'
import { statesAfter } from '../../../execution/trace/replay.ts'
import { NotTraceable } from '../../../execution/trace/traceErrors.ts'
import { bytesToHex } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'
import { hash32 } from '../../schema/hash32.ts'
import { optionalTraceOptions } from '../../schema/trace/traceOptions.ts'
import { tracedBlock, traceEngine } from '../../trace/tracing.ts'

/** As geth answers it; of the options only `timeout` has a meaning. */
export const intermediateRoots = defineMethod({
  name: 'debug_intermediateRoots',
  summary: 'State roots after each transaction of a block.',
  params: v.strictTuple([hash32, optionalTraceOptions]),
  handler: async ({ devnet, reader }, [hash, options]) => {
    const view = await reader.find({ hash })
    if (view === undefined) throw new NotTraceable(`block ${hash} not found`)
    const block = await tracedBlock(reader, view)
    const states = await statesAfter(traceEngine(devnet, options), block)
    return states.map((state) => bytesToHex(state.root()))
  },
})
