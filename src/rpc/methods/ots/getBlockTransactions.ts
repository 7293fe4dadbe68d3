import * as v from 'valibot'
import { formatBlockPage } from '../../format/trace/otterscan.ts'
import { defineMethod } from '../../method.ts'
import { looseBlockNumber } from '../../schema/looseBlockId.ts'
import { pageSize } from '../../schema/pageSize.ts'
import { looseInteger } from '../../schema/quantity.ts'

/** Spec: Otterscan's custom JSON-RPC; pages are counted as anvil does, from the first transaction on. */
export const getBlockTransactions = defineMethod({
  name: 'ots_getBlockTransactions',
  summary:
    'A page of the transactions of a block with their receipts, without logs; `null` when there is no such block.',
  params: v.strictTuple([looseBlockNumber, looseInteger, pageSize]),
  handler: async ({ reader }, [id, page, size]) => {
    const view = await reader.find(id)
    const from = page * size
    return view === undefined ? null : formatBlockPage(view, { from, to: from + size })
  },
})
