import * as v from 'valibot'
import { defineMethod } from '../../method.ts'

export const checkpoint = defineMethod({
  name: 'preconf_checkpoint',
  summary:
    'Names everything as it is now, to go back to with `preconf_restore`, any number of times and in any order.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => devnet.history.checkpoint(),
})
