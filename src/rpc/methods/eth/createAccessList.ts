import * as v from 'valibot'
import { createAccessList as create } from '../../../execution/createAccessList.ts'
import { formatAccessListResult } from '../../format/transaction/accessList.ts'
import { defineMethod } from '../../method.ts'
import { optionalBlockId } from '../../schema/blockId.ts'
import { callRequest } from '../../schema/call/callRequest.ts'
import { stateOverrides } from '../../schema/call/stateOverrides.ts'
import { traceLimit } from '../../schema/trace/traceLimit.ts'
import { traceEngine } from '../../trace/tracing.ts'

/** Spec: execution-apis `eth_createAccessList`; the overrides are geth's. */
export const createAccessList = defineMethod({
  name: 'eth_createAccessList',
  summary: 'Access list (EIP-2930) of what a transaction touches, and the gas it uses with it.',
  params: v.strictTuple([callRequest, optionalBlockId, v.optional(stateOverrides), traceLimit]),
  handler: async ({ devnet, reader }, [request, id, state, limit]) => {
    const context = await reader.context(id)
    const engine = traceEngine(devnet, limit)
    return formatAccessListResult(await create(engine, context, request, { state }))
  },
})
