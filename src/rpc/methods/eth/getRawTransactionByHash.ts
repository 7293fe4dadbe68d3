import * as v from 'valibot'
import { formatRawLocated } from '../../format/transaction/rawTransaction.ts'
import { defineMethod } from '../../method.ts'
import { hash32 } from '../../schema/hash32.ts'

/** As geth answers it; its debug namespace has the same. */
export const getRawTransactionByHash = defineMethod({
  name: 'eth_getRawTransactionByHash',
  aliases: ['debug_getRawTransaction'],
  summary:
    'Encoded transaction by hash, with its blobs while it is in the pool; `0x` when there is none.',
  params: v.strictTuple([hash32]),
  handler: ({ devnet, reader }, [hash]) =>
    formatRawLocated(reader.transaction(hash), devnet.settings.compatRules.answerShape),
})
