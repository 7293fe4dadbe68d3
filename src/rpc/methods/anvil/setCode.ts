import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { alsoCalled, done } from '../../peer.ts'
import { address } from '../../schema/address.ts'
import { data } from '../../schema/data.ts'

export const setCode = defineMethod({
  name: 'anvil_setCode',
  aliases: [...alsoCalled('setCode'), 'evm_setAccountCode'],
  summary: 'Sets the code of an account; none makes it an account without code.',
  params: v.strictTuple([address, data]),
  handler: async (context, [account, code]) => {
    await context.devnet.development.edit({ address: account, code })
    return done(context)
  },
})
