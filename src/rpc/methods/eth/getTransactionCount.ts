import * as v from 'valibot'
import { quantity } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'
import { address } from '../../schema/address.ts'
import { optionalBlockId } from '../../schema/blockId.ts'

/** Spec: execution-apis `eth_getTransactionCount`. */
export const getTransactionCount = defineMethod({
  name: 'eth_getTransactionCount',
  summary: 'Nonce of an account; at `pending` after its pre-confirmed and pooled transactions.',
  params: v.strictTuple([address, optionalBlockId]),
  handler: async ({ reader }, [account, id]) => quantity(await reader.nonce(account, id)),
})
