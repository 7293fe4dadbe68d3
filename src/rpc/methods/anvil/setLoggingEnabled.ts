import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { alsoCalled, done } from '../../peer.ts'

export const setLoggingEnabled = defineMethod({
  name: 'anvil_setLoggingEnabled',
  aliases: alsoCalled('setLoggingEnabled'),
  summary: 'Switches whether the command prints blocks and transactions.',
  params: v.strictTuple([v.boolean('expected a boolean')]),
  handler: (context, [on]) => {
    context.devnet.development.isLogging = on
    return done(context)
  },
})
