import * as v from 'valibot'
import { quantity } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'

/** Spec: execution-apis `eth_blobBaseFee`. */
export const blobBaseFee = defineMethod({
  name: 'eth_blobBaseFee',
  summary: 'Fee per blob gas in the next block; `null` before Cancun.',
  params: v.strictTuple([]),
  handler: async ({ reader }) => {
    const { header } = await reader.context({ tag: 'pending' })
    return header.excessBlobGas === undefined ? null : quantity(header.getBlobGasPrice())
  },
})
