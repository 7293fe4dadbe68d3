import * as v from 'valibot'
import { quantity } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'

/** Spec: execution-apis `eth_maxPriorityFeePerGas`. */
export const maxPriorityFeePerGas = defineMethod({
  name: 'eth_maxPriorityFeePerGas',
  summary: 'Tip per gas that a transaction is advised to offer.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => quantity(devnet.suggestedTip),
})
