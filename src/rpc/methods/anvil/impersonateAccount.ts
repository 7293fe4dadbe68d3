import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { alsoCalled, done } from '../../peer.ts'
import { address } from '../../schema/address.ts'

export const impersonateAccount = defineMethod({
  name: 'anvil_impersonateAccount',
  aliases: alsoCalled('impersonateAccount'),
  summary: 'Takes transactions of an account without its key, of a contract too.',
  params: v.strictTuple([address]),
  handler: (context, [account]) => {
    context.devnet.impersonation.start(account)
    return done(context)
  },
})
