import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { alsoCalled, done } from '../../peer.ts'

export const dropAllTransactions = defineMethod({
  name: 'anvil_dropAllTransactions',
  aliases: alsoCalled('dropAllTransactions'),
  summary: 'Empties the pool, without what is pre-confirmed.',
  params: v.strictTuple([]),
  handler: (context) => {
    const { pool, development } = context.devnet
    development.drop(pool.all().map(({ hash }) => hash))
    return done(context)
  },
})
