import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { hash32 } from '../../schema/hash32.ts'

/** As Base's node answers it. */
export const dropTransaction = defineMethod({
  name: 'admin_dropTransaction',
  summary: 'Removes a transaction from the pool; answers whether it was there.',
  params: v.strictTuple([hash32]),
  handler: ({ devnet }, [hash]) => devnet.development.drop([hash]).length > 0,
})
