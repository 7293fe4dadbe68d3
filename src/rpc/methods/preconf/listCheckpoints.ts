import * as v from 'valibot'
import { formatKeptMoment } from '../../format/keptMoment.ts'
import { defineMethod } from '../../method.ts'

export const listCheckpoints = defineMethod({
  name: 'preconf_listCheckpoints',
  summary:
    'The checkpoints and snapshots that can be gone back to, oldest first: id, head, time, and the one from which the chain had gone on.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => devnet.history.kept.map(formatKeptMoment),
})
