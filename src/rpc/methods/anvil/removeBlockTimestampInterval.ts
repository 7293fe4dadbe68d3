import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { alsoCalled } from '../../peer.ts'

export const removeBlockTimestampInterval = defineMethod({
  name: 'anvil_removeBlockTimestampInterval',
  aliases: alsoCalled('removeBlockTimestampInterval'),
  summary: 'Ends the fixed time between blocks; answers whether there was one.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => devnet.development.moveTime((clock) => clock.removeInterval()),
})
