import * as v from 'valibot'
import { formatReorg } from '../../format/preconfirmation/reorg.ts'
import { defineMethod } from '../../method.ts'
import { field, object } from '../../schema/object.ts'
import { looseInteger } from '../../schema/quantity.ts'
import { reorgTransactions } from '../../schema/reorgTransactions.ts'

/** anvil answers `null`, under its own name. */
export const reorg = defineMethod({
  name: 'preconf_reorg',
  aliases: ['anvil_reorg'],
  summary:
    'Replaces the newest blocks by the same number of others, with the given transactions; answers the hashes of both.',
  params: v.strictTuple([
    looseInteger,
    v.optional(reorgTransactions, []),
    v.optional(object({ requeue: field(v.boolean('expected a boolean')) }), {}),
  ]),
  handler: async ({ devnet, calledAs }, [depth, transactions, { requeue }]) => {
    const reorganized = await devnet.reorg(depth, { transactions, requeue })
    return calledAs === 'anvil_reorg' ? null : formatReorg(reorganized)
  },
})
