import * as v from 'valibot'
import { checkConditional } from '../../../devnet/submit/conditional.ts'
import { defineMethod } from '../../method.ts'
import { conditional } from '../../schema/call/conditional.ts'
import { data } from '../../schema/data.ts'

/** As bundlers use it on rollups: the conditions are looked at once, before the transaction is taken. */
export const sendRawTransactionConditional = defineMethod({
  name: 'eth_sendRawTransactionConditional',
  summary:
    'Adds a signed transaction to the pool if block number, time and storage at `latest` meet its conditions.',
  params: v.strictTuple([data, conditional]),
  handler: async ({ devnet, reader, page }, [bytes, conditions]) => {
    checkConditional(conditions, reader.head)
    return (await devnet.submit(bytes, page)).hash
  },
})
