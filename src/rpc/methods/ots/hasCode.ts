import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { address } from '../../schema/address.ts'
import { optionalLooseBlockId } from '../../schema/looseBlockId.ts'

/** Spec: Otterscan's custom JSON-RPC. */
export const hasCode = defineMethod({
  name: 'ots_hasCode',
  summary: 'Whether an account has code.',
  params: v.strictTuple([address, optionalLooseBlockId]),
  handler: async ({ reader }, [account, id]) => {
    const { state } = await reader.view(id)
    return state.code(account).length > 0
  },
})
