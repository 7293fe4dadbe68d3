import * as v from 'valibot'
import { call as runCall } from '../../../execution/call.ts'
import { bytesToHex } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'
import { optionalBlockId } from '../../schema/blockId.ts'
import { blockOverrides } from '../../schema/call/blockOverrides.ts'
import { callRequest } from '../../schema/call/callRequest.ts'
import { stateOverrides } from '../../schema/call/stateOverrides.ts'

/** Spec: execution-apis `eth_call`; the overrides are geth's. */
export const call = defineMethod({
  name: 'eth_call',
  summary:
    'Runs a call on the state of a block, with state and block overrides, without changing anything.',
  params: v.strictTuple([
    callRequest,
    optionalBlockId,
    v.optional(stateOverrides),
    v.optional(blockOverrides),
  ]),
  handler: async ({ devnet, reader }, [request, id, state, block]) => {
    const context = await reader.context(id)
    const overrides = { state, block }
    const { machines, onPrinted, solidity } = devnet
    const onUsed = (gas: bigint) => solidity.gas.noteRead(context, request, gas)
    const output = await runCall(machines, context, request, overrides, onPrinted, onUsed)
    return bytesToHex(output)
  },
})
