import * as v from 'valibot'
import { encodeReceipt } from '../../../execution/rules/receipt.ts'
import { bytesToHex } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'
import { blockId } from '../../schema/blockId.ts'

/** Spec: execution-apis `debug_getRawReceipts`. */
export const getRawReceipts = defineMethod({
  name: 'debug_getRawReceipts',
  summary:
    'Encoded receipts of a block, at `pending` of the pre-confirmed transactions; `null` when there is none.',
  params: v.strictTuple([blockId]),
  handler: async ({ reader }, [id]) => {
    const block = await reader.find(id)
    return block === undefined
      ? null
      : block.receipts.map((receipt) => bytesToHex(encodeReceipt(receipt)))
  },
})
