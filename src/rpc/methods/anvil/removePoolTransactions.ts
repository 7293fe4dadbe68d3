import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { alsoCalled, done } from '../../peer.ts'
import { address } from '../../schema/address.ts'

export const removePoolTransactions = defineMethod({
  name: 'anvil_removePoolTransactions',
  aliases: alsoCalled('removePoolTransactions'),
  summary: 'Removes all transactions of an account from the pool.',
  params: v.strictTuple([address]),
  handler: (context, [sender]) => {
    const { pool, development } = context.devnet
    const { pending, queued } = pool.contentOf(sender)
    // The highest nonce first, so that none of them becomes executable meanwhile.
    development.drop([...pending, ...queued].map(({ hash }) => hash).reverse())
    return done(context)
  },
})
