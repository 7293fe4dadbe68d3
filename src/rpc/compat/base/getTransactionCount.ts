import { equalBytes, quantity } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'
import { getTransactionCount as ours } from '../../methods/eth/state.ts'

/** As Base's node: at `pending` the sealed nonce and one for each pre-confirmed transaction; the pool does not count. */
export const getTransactionCount = defineMethod({
  ...ours,
  handler: async (context, [account, id]) => {
    if (!('tag' in id) || id.tag !== 'pending') return ours.handle(context, [account, id])
    const view = await context.reader.view(id)
    const { state } = view.kind === 'pending' ? view.parent : view
    const preconfirmed = view.kind === 'pending' ? view.transactions : []
    const own = preconfirmed.filter(({ sender }) => equalBytes(sender.bytes, account))
    return quantity((state.account(account)?.nonce ?? 0n) + BigInt(own.length))
  },
})
