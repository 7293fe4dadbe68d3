import * as v from 'valibot'
import { payingPrice } from '../../../devnet/submit/completeTransaction.ts'
import { quantity } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'

/** Spec: execution-apis `eth_gasPrice`. */
export const gasPrice = defineMethod({
  name: 'eth_gasPrice',
  summary: 'Gas price that a legacy transaction is advised to pay: base fee and tip.',
  params: v.strictTuple([]),
  handler: async ({ devnet, reader }) => {
    const { header } = await reader.context({ tag: 'pending' })
    const { baseFeePerGas: baseFee = 0n } = header
    const { gasPrice } = devnet.settings
    return quantity(payingPrice({ gasPrice, baseFee }) ?? baseFee + devnet.suggestedTip)
  },
})
