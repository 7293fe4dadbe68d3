import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { alsoCalled, done } from '../../peer.ts'
import { address } from '../../schema/address.ts'

export const impersonateAccount = defineMethod({
  name: 'anvil_impersonateAccount',
  aliases: alsoCalled('impersonateAccount'),
  summary: 'Accepts transactions of an account without its key, also of a contract.',
  params: v.strictTuple([address]),
  handler: (context, [account]) => {
    context.devnet.impersonation.start(account)
    return done(context)
  },
})
