import * as v from 'valibot'
import { estimateGas as estimate } from '../../../execution/estimateGas.ts'
import { quantity } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'
import { blockId } from '../../schema/blockId.ts'
import { blockOverrides } from '../../schema/call/blockOverrides.ts'
import { callRequest } from '../../schema/call/callRequest.ts'
import { stateOverrides } from '../../schema/call/stateOverrides.ts'

/** Spec: execution-apis `eth_estimateGas`; the overrides are geth's. */
export const estimateGas = defineMethod({
  name: 'eth_estimateGas',
  summary: 'Gas that a transaction needs to succeed, by default in the next block.',
  params: v.strictTuple([
    callRequest,
    v.optional(blockId, 'pending'),
    v.optional(stateOverrides),
    v.optional(blockOverrides),
  ]),
  handler: async ({ devnet, reader }, [request, id, state, block]) => {
    const context = await reader.context(id)
    const { estimates } = devnet.settings.compatRules
    return quantity(await estimate(devnet.machines, context, request, { state, block }, estimates))
  },
})
