import * as v from 'valibot'
import type { CallFrame } from '../../../execution/trace/callTracer.ts'
import type { FlatCallFrame } from '../../../execution/trace/flatCallTracer.ts'
import { bytesToHex, quantity } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'
import { hash32 } from '../../schema/hash32.ts'
import { traceLimit } from '../../schema/trace/traceLimit.ts'
import { traceFramesOf } from '../../trace/parity.ts'
import { traceEngine } from '../../trace/tracing.ts'

/** Otterscan's numbers for what is shown. */
const operations: Partial<Record<CallFrame['kind'], number>> = {
  CALL: 0,
  SELFDESTRUCT: 1,
  CREATE: 2,
  CREATE2: 3,
}

/** Spec: Otterscan's custom JSON-RPC. */
export const getInternalOperations = defineMethod({
  name: 'ots_getInternalOperations',
  summary:
    'Ether transfers between contracts in a transaction, contract creations and selfdestructs; `null` while it has not run.',
  params: v.strictTuple([hash32, traceLimit]),
  handler: async ({ devnet, reader }, [hash, limit]) => {
    const traced = await traceFramesOf(traceEngine(devnet, limit), reader, hash)
    return traced === undefined ? null : lasting(traced.frames).flatMap(formatOperation)
  },
})

/** Those that have not failed, nor any around them: a frame comes after those around it. */
function lasting(frames: readonly FlatCallFrame[]): readonly FlatCallFrame[] {
  const failed = new Set<string>()
  return frames.filter(({ frame, traceAddress }) => {
    const around = traceAddress.length > 0 && failed.has(traceAddress.slice(0, -1).join())
    const isLost = around || frame.error !== undefined
    if (isLost) failed.add(traceAddress.join())
    return !isLost
  })
}

function formatOperation({ frame, traceAddress }: FlatCallFrame) {
  const { kind, from, to, value = 0n } = frame
  const type = operations[kind]
  const isIdle = kind === 'CALL' && value === 0n
  if (type === undefined || isIdle || to === undefined || traceAddress.length === 0) return []
  return [{ type, from: bytesToHex(from), to: bytesToHex(to), value: quantity(value) }]
}
