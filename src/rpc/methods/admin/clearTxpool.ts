import * as v from 'valibot'
import { defineMethod } from '../../method.ts'

/** As reth answers it, by geth's name with nothing. */
export const clearTxpool = defineMethod({
  name: 'admin_clearTxpool',
  aliases: ['debug_clearTxpool'],
  summary:
    'Empties the pool, without what is pre-confirmed; answers how many transactions were removed.',
  params: v.strictTuple([]),
  handler: ({ devnet: { pool, development }, calledAs }) => {
    const dropped = development.drop(pool.all().map(({ hash }) => hash))
    return calledAs === 'debug_clearTxpool' ? null : dropped.length
  },
})
