import * as v from 'valibot'
import { quantity } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'

export const seal = defineMethod({
  name: 'preconf_seal',
  summary:
    'Seals the pending block with what is in the pool; answers its number, hash and transactions.',
  params: v.strictTuple([]),
  handler: async ({ devnet }) => {
    const { number, hash, transactions } = await devnet.blocks.seal()
    return {
      number: quantity(number),
      hash,
      transactions: transactions.map((transaction) => transaction.hash),
    }
  },
})
