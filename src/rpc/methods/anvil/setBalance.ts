import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { alsoCalled, done } from '../../peer.ts'
import { address } from '../../schema/address.ts'
import { looseQuantity256 } from '../../schema/quantity.ts'

export const setBalance = defineMethod({
  name: 'anvil_setBalance',
  aliases: [...alsoCalled('setBalance'), 'tenderly_setBalance', 'evm_setAccountBalance'],
  summary: 'Sets the balance of an account, in wei.',
  params: v.strictTuple([address, looseQuantity256]),
  handler: async (context, [account, balance]) => {
    await context.devnet.development.edit({ address: account, balance })
    return done(context)
  },
})
