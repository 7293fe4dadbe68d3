import * as v from 'valibot'
import { receiptInShape } from '../../format/shape.ts'
import { defineMethod } from '../../method.ts'
import { blockId } from '../../schema/blockId.ts'

/** Spec: execution-apis `eth_getBlockReceipts`. */
export const getBlockReceipts = defineMethod({
  name: 'eth_getBlockReceipts',
  summary: 'All receipts of a block; at `pending` those of the pre-confirmed transactions.',
  params: v.strictTuple([blockId]),
  handler: async ({ devnet, reader }, [id]) => {
    const block = await reader.find(id)
    const { answerShape } = devnet.settings.compatRules
    return block === undefined
      ? null
      : block.receipts.map((receipt) => receiptInShape(receipt, block, answerShape))
  },
})
