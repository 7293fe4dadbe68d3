import * as v from 'valibot'
import type { FlatCallFrame } from '../../../execution/trace/flatCallTracer.ts'
import { bytesToHex, quantity } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'
import { hash32 } from '../../schema/hash32.ts'
import { traceLimit } from '../../schema/trace/traceLimit.ts'
import { traceFramesOf } from '../../trace/parity.ts'
import { traceEngine } from '../../trace/tracing.ts'

/** Spec: Otterscan's custom JSON-RPC, as Erigon answers it. */
export const traceTransaction = defineMethod({
  name: 'ots_traceTransaction',
  summary:
    'Calls, creations and selfdestructs of a transaction with the depth of each; `null` while it has not run.',
  params: v.strictTuple([hash32, traceLimit]),
  handler: async ({ devnet, reader }, [hash, limit]) => {
    const traced = await traceFramesOf(traceEngine(devnet, limit), reader, hash)
    return traced === undefined ? null : traced.frames.map(formatEntry)
  },
})

function formatEntry({ frame, traceAddress }: FlatCallFrame) {
  const { kind, from, to, value, input, output } = frame
  return {
    type: kind,
    depth: traceAddress.length,
    from: bytesToHex(from),
    to: to === undefined ? null : bytesToHex(to),
    // A delegated call has its caller's, and a static one none.
    value: value === undefined || kind === 'DELEGATECALL' ? null : quantity(value),
    input: bytesToHex(input),
    output: bytesToHex(output),
  }
}
