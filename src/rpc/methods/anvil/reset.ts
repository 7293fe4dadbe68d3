import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { noFork } from '../../noFork.ts'
import { alsoCalled, done } from '../../peer.ts'
import { field, object } from '../../schema/object.ts'

/** viem sends a block number that is null when nobody names one. */
const request = object({
  forking: field(
    object({ jsonRpcUrl: field(v.string('expected a string')), blockNumber: field(v.unknown()) }),
  ),
})

export const reset = defineMethod({
  name: 'anvil_reset',
  aliases: alsoCalled('reset'),
  summary: 'Goes back to the start and deletes all snapshots.',
  params: v.strictTuple([v.optional(request, {})]),
  handler: async (context, [{ forking }]) => {
    if ((forking?.jsonRpcUrl ?? '') !== '') throw noFork()
    await context.devnet.history.reset()
    return done(context)
  },
})
