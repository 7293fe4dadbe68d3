import * as v from 'valibot'
import { quantity } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'
import { address } from '../../schema/address.ts'
import { optionalBlockId } from '../../schema/blockId.ts'

/** Spec: execution-apis `eth_getBalance`. */
export const getBalance = defineMethod({
  name: 'eth_getBalance',
  summary: 'Balance of an account in wei; at `pending` the pre-confirmed one.',
  params: v.strictTuple([address, optionalBlockId]),
  handler: async ({ reader }, [account, id]) => {
    const { state } = await reader.view(id)
    return quantity(state.account(account)?.balance ?? 0n)
  },
})
