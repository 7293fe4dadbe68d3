import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { alsoCalled, done } from '../../peer.ts'
import { address } from '../../schema/address.ts'

export const setCoinbase = defineMethod({
  name: 'anvil_setCoinbase',
  aliases: alsoCalled('setCoinbase'),
  summary: 'Sets who gets the tips (coinbase), from the next block on.',
  params: v.strictTuple([address]),
  handler: async (context, [coinbase]) => {
    await context.devnet.development.choose({ coinbase })
    return done(context)
  },
})
