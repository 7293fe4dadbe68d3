import * as v from 'valibot'
import { defineMethod } from '../../method.ts'

export const checkpoint = defineMethod({
  name: 'preconf_checkpoint',
  summary:
    'Keeps the state of everything, to go back to with `preconf_restore` any number of times and in any order; answers the id of the checkpoint.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => devnet.history.checkpoint(),
})
