import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { alsoCalled, done } from '../../peer.ts'

/** Independent of interval mining, as in Hardhat. */
export const setAutomine = defineMethod({
  name: 'anvil_setAutomine',
  aliases: alsoCalled('setAutomine'),
  summary:
    'Switches whether each transaction is sealed at once. Blocks at an interval continue; flashblocks stop.',
  params: v.strictTuple([v.boolean('expected a boolean')]),
  handler: async (context, [on]) => {
    await context.devnet.development.setAutomine(on)
    return done(context)
  },
})
