import * as v from 'valibot'
import { formatRawTransaction } from '../../format/transaction/rawTransaction.ts'
import { defineMethod } from '../../method.ts'
import { blockNumber } from '../../schema/blockId.ts'
import { index } from '../../schema/quantity.ts'

/** As geth answers it. */
export const getRawTransactionByBlockNumberAndIndex = defineMethod({
  name: 'eth_getRawTransactionByBlockNumberAndIndex',
  summary:
    'Encoded transaction by its position in a block, by number or tag; `0x` when there is none.',
  params: v.strictTuple([blockNumber, index]),
  handler: async ({ devnet, reader }, [id, position]) => {
    const block = await reader.find(id)
    return formatRawTransaction(
      block?.transactions[position],
      devnet.settings.compatRules.answerShape,
    )
  },
})
