import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { alsoCalled } from '../../peer.ts'

export const getAutomine = defineMethod({
  name: 'anvil_getAutomine',
  aliases: alsoCalled('getAutomine'),
  summary: 'Whether each transaction is sealed at once.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => devnet.development.automine,
})
