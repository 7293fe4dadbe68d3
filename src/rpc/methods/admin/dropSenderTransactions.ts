import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { address } from '../../schema/address.ts'

/** As Base's node answers it. */
export const dropSenderTransactions = defineMethod({
  name: 'admin_dropSenderTransactions',
  summary: 'Removes all transactions of an account from the pool; answers their hashes.',
  params: v.strictTuple([address]),
  handler: ({ devnet: { pool, development } }, [sender]) => {
    const { pending, queued } = pool.contentOf(sender)
    const hashes = [...pending, ...queued].map(({ hash }) => hash)
    // The highest nonce first, so that none of them becomes executable meanwhile.
    development.drop([...hashes].reverse())
    return hashes
  },
})
