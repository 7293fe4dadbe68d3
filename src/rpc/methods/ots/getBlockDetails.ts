import * as v from 'valibot'
import { formatBlockDetails } from '../../format/trace/otterscan.ts'
import { defineMethod } from '../../method.ts'
import { looseBlockNumber } from '../../schema/looseBlockId.ts'

/** Spec: Otterscan's custom JSON-RPC. */
export const getBlockDetails = defineMethod({
  name: 'ots_getBlockDetails',
  summary:
    'Block without its transactions, with their number and what they paid in fees; `null` when there is none.',
  params: v.strictTuple([looseBlockNumber]),
  handler: async ({ reader }, [id]) => {
    const view = await reader.find(id)
    return view === undefined ? null : formatBlockDetails(view)
  },
})
