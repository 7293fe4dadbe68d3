import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { alsoCalled, done } from '../../peer.ts'

/** Independent of interval mining, as in Hardhat. */
export const setAutomine = defineMethod({
  name: 'anvil_setAutomine',
  aliases: alsoCalled('setAutomine'),
  summary:
    'Whether each transaction is sealed at once. Blocks at an interval go on; flashblocks give way to it.',
  params: v.strictTuple([v.boolean('expected a boolean')]),
  handler: async (context, [on]) => {
    await context.devnet.development.setAutomine(on)
    return done(context)
  },
})
