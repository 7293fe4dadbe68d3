import * as v from 'valibot'
import { bytesToHex } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'
import { address } from '../../schema/address.ts'
import { optionalBlockId } from '../../schema/blockId.ts'

/** Spec: execution-apis `eth_getCode`. */
export const getCode = defineMethod({
  name: 'eth_getCode',
  summary: 'Code of an account.',
  params: v.strictTuple([address, optionalBlockId]),
  handler: async ({ reader }, [account, id]) => {
    const { state } = await reader.view(id)
    return bytesToHex(state.code(account))
  },
})
