import * as v from 'valibot'
import { formatReorg } from '../../format/preconfirmation/reorg.ts'
import { defineMethod } from '../../method.ts'
import { field, object } from '../../schema/object.ts'
import { looseInteger } from '../../schema/quantity.ts'

/** anvil answers `null`, under its own name. */
export const rollback = defineMethod({
  name: 'preconf_rollback',
  aliases: ['anvil_rollback'],
  summary: 'Removes the newest blocks from the chain, one by default; answers their hashes.',
  params: v.strictTuple([
    v.optional(looseInteger, 1),
    v.optional(object({ requeue: field(v.boolean('expected a boolean')) }), {}),
  ]),
  handler: async ({ devnet, calledAs }, [depth, { requeue }]) => {
    const reorganized = await devnet.rollback(depth, { requeue })
    return calledAs === 'anvil_rollback' ? null : formatReorg(reorganized)
  },
})
