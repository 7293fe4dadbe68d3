import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { alsoCalled, done } from '../../peer.ts'
import { address } from '../../schema/address.ts'
import { looseQuantity256 } from '../../schema/quantity.ts'

export const addBalance = defineMethod({
  name: 'anvil_addBalance',
  aliases: [...alsoCalled('addBalance'), 'tenderly_addBalance'],
  summary: 'Adds an amount of wei to the balance of an account.',
  params: v.strictTuple([address, looseQuantity256]),
  handler: async (context, [account, addBalance]) => {
    await context.devnet.development.edit({ address: account, addBalance })
    return done(context)
  },
})
