import * as v from 'valibot'
import { quantity } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'

/** Spec: execution-apis `eth_baseFee`. */
export const baseFee = defineMethod({
  name: 'eth_baseFee',
  summary: 'Base fee per gas of the next block; `null` before London.',
  params: v.strictTuple([]),
  handler: async ({ reader }) => {
    const { baseFeePerGas } = (await reader.context({ tag: 'pending' })).header
    return baseFeePerGas === undefined ? null : quantity(baseFeePerGas)
  },
})
