import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { alsoCalled, done } from '../../peer.ts'

export const autoImpersonateAccount = defineMethod({
  name: 'anvil_autoImpersonateAccount',
  aliases: alsoCalled('autoImpersonateAccount'),
  summary: 'Switches whether transactions of any account are accepted without its key.',
  params: v.strictTuple([v.boolean('expected a boolean')]),
  handler: (context, [on]) => {
    context.devnet.impersonation.auto = on
    return done(context)
  },
})
