import * as v from 'valibot'
import { formatRawTransaction } from '../../format/transaction/rawTransaction.ts'
import { defineMethod } from '../../method.ts'
import { hash32 } from '../../schema/hash32.ts'
import { index } from '../../schema/quantity.ts'

/** As geth answers it. */
export const getRawTransactionByBlockHashAndIndex = defineMethod({
  name: 'eth_getRawTransactionByBlockHashAndIndex',
  summary: 'Encoded transaction by its position in a block, by hash; `0x` when there is none.',
  params: v.strictTuple([hash32, index]),
  handler: async ({ devnet, reader }, [hash, position]) => {
    const block = await reader.find({ hash })
    return formatRawTransaction(
      block?.transactions[position],
      devnet.settings.compatRules.answerShape,
    )
  },
})
