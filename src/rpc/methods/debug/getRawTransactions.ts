import * as v from 'valibot'
import { bytesToHex } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'
import { looseBlockId } from '../../schema/looseBlockId.ts'

/** As reth answers it. */
export const getRawTransactions = defineMethod({
  name: 'debug_getRawTransactions',
  summary:
    'Encoded transactions of a block, at `pending` the pre-confirmed ones; an empty list when there is no such block.',
  params: v.strictTuple([looseBlockId]),
  handler: async ({ reader }, [id]) => {
    const view = await reader.find(id)
    return view === undefined ? [] : view.transactions.map(({ raw }) => bytesToHex(raw))
  },
})
